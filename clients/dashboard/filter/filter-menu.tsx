import { Menu } from '@base-ui/react/menu';
import { ListFilter } from 'lucide-react';
import { useMemo } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { CountsDocument } from '../data/annotations.generated.ts';
import {
  FILTER_NAMES,
  type FilterName,
  filterOf,
  type ListSearch,
  toggled,
  valuesOf,
  without,
} from '../data/list-search.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import type { AnnotationCountKey, AnnotationFilter } from '../graphql-types.generated.ts';
import menu from '../ui/menu.module.css';
import { pathOf } from '../ui/page-path.ts';
import { countText } from './count-text.ts';
import classes from './filter-bar.module.css';
import { FILTER_TEXTS } from './filter-texts.ts';
import type { FilterOption } from './use-filter-options.ts';

interface Props {
  search: ListSearch;
  /** Members that the scope adds to the filter. */
  base: AnnotationFilter;
  options: Record<FilterName, FilterOption[]>;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  onChange(search: ListSearch): void;
}

/** Property that the service counts a filter's values by; null for those it does not count. */
const COUNTED: Record<FilterName, AnnotationCountKey | null> = {
  priority: 'priority',
  label: 'label',
  assignee: 'assignee',
  page: 'page',
  environment: null,
  fixedIn: null,
  notFixedIn: null,
  anchor: null,
  source: null,
  due: null,
};

/** Menu of all filters; each opens its values with the number of comments that have them. */
export default function FilterMenu({ search, base, options, isOpen, onOpen, onChange }: Props) {
  const { messages } = useApp();
  const names = FILTER_NAMES.filter((name) => name === 'page' || options[name].length > 0);
  return (
    <Menu.Root open={isOpen} onOpenChange={onOpen}>
      <Menu.Trigger className={classes.button}>
        <ListFilter size={14} aria-hidden="true" />
        {messages.filter}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className={menu.positioner}>
          <Menu.Popup className={menu.popup}>
            {names.map((name) => (
              <Menu.SubmenuRoot key={name}>
                <Menu.SubmenuTrigger className={menu.item}>
                  {messages[FILTER_TEXTS[name]]}
                  <span aria-hidden="true">›</span>
                </Menu.SubmenuTrigger>
                <Menu.Portal>
                  <Menu.Positioner sideOffset={4} alignOffset={-4} className={menu.positioner}>
                    <Menu.Popup className={menu.popup}>
                      <Values name={name} search={search} base={base} known={options[name]} onChange={onChange} />
                    </Menu.Popup>
                  </Menu.Positioner>
                </Menu.Portal>
              </Menu.SubmenuRoot>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface ValuesProps extends Pick<Props, 'search' | 'base' | 'onChange'> {
  name: FilterName;
  known: readonly FilterOption[];
}

/** Values of a filter. Each is counted with the other filters applied. */
function Values({ name, search, base, known, onChange }: ValuesProps) {
  const { messages, language } = useApp();
  const { viewer } = useShell();
  const { organization } = useOrganization();
  const by = COUNTED[name];
  const filter = useMemo(
    () => ({ ...filterOf(without(search, name), viewer.id), ...base }),
    [search, name, base, viewer.id],
  );
  const [{ data }] = useQuery({
    query: CountsDocument,
    variables: { organizationId: organization?.id ?? '', filter, by: by ?? 'status' },
    pause: !organization || !by,
  });
  const counts = data?.annotationCounts;
  const keyOf = (value: string) => (value === 'me' ? viewer.id : value === 'none' ? null : value);
  const pages =
    name === 'page' ? (counts ?? []).flatMap(({ key }) => (key ? [{ value: key, text: pathOf(key) }] : [])) : [];
  const chosen = valuesOf(search, name);
  const values = [...known, ...pages];
  if (values.length === 0) return <p className={menu.label}>{counts ? messages.noMatches : messages.loading}</p>;
  return values.map(({ value, text }) => (
    <Menu.CheckboxItem
      key={value}
      className={menu.item}
      checked={chosen.includes(value)}
      onCheckedChange={() => onChange(toggled(search, name, value))}
    >
      <span className={classes.value}>{text}</span>
      {counts && (
        <span className={classes.count}>
          {countText(
            counts.find(({ key }) => key === keyOf(value)),
            language,
          )}
        </span>
      )}
    </Menu.CheckboxItem>
  ));
}
