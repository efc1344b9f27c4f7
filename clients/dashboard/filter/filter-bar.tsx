import { ListFilter, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useApp } from '../app-context.ts';
import { FILTER_NAMES, isFiltered, type ListSearch, ORDERS, valuesOf, without } from '../data/list-search.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import type { AnnotationFilter } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useKeys } from '../keys/use-keys.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import classes from './filter-bar.module.css';
import { FILTER_TEXTS } from './filter-texts.ts';
import { useFilterOptions } from './use-filter-options.ts';

// Menus are a third of the screen's size; the list does not wait for them.
const FilterMenu = lazyPart(() => import('./filter-menu.tsx'));
const ExportMenu = lazyPart(() => import('./export-menu.tsx'));
const ViewControls = lazyPart(() => import('./view-controls.tsx'));

interface Props {
  search: ListSearch;
  base: AnnotationFilter;
  projectId: string | undefined;
  /** Whether rows have an order, and are exported. */
  isList?: boolean;
  onChange(search: ListSearch): void;
}

/** Filters in use, the menu that adds further ones, the order, and the saved view. */
export function FilterBar({ search, base, projectId, isList = true, onChange }: Props) {
  const { messages } = useApp();
  const { isPanel } = useShell();
  const { isGuest } = useOrganization();
  const [isOpen, setOpen] = useState(false);
  const { options, textOf } = useFilterOptions(projectId);
  useKeys({ filter: () => setOpen(true) });
  const menuButton = (
    <button type="button" className={classes.button} onClick={() => setOpen(true)}>
      <ListFilter size={14} aria-hidden="true" />
      {messages.filter}
    </button>
  );
  return (
    <div className={classes.bar}>
      <Suspense fallback={menuButton}>
        <FilterMenu
          search={search}
          base={base}
          options={options}
          isOpen={isOpen}
          onOpen={setOpen}
          onChange={onChange}
        />
      </Suspense>
      {FILTER_NAMES.filter((name) => search[name]).map((name) => {
        const text = `${messages[FILTER_TEXTS[name]]}: ${valuesOf(search, name)
          .map((value) => textOf(name, value))
          .join(', ')}`;
        return (
          <button
            key={name}
            type="button"
            className={classes.chip}
            title={text}
            aria-label={fill(messages.removeFilter, { text })}
            onClick={() => onChange(without(search, name))}
          >
            <span className={classes.value}>{text}</span>
            <X size={12} aria-hidden="true" />
          </button>
        );
      })}
      {isFiltered(search) && (
        <Suspense>
          <ViewControls search={search} base={base} />
        </Suspense>
      )}
      {isList && (
        <select
          className={classes.order}
          aria-label={messages.order}
          value={search.order ?? 'newest'}
          onChange={({ target }) => {
            const order = ORDERS.find((known) => known === target.value);
            onChange({ ...search, order: order === 'newest' ? undefined : order });
          }}
        >
          {ORDERS.map((order) => (
            <option key={order} value={order}>
              {messages[order === 'priority' ? 'byPriority' : order === 'due' ? 'byDue' : order]}
            </option>
          ))}
        </select>
      )}
      {isList && !isGuest && !isPanel && (
        <Suspense fallback={<span className={classes.icon} />}>
          <ExportMenu search={search} base={base} />
        </Suspense>
      )}
    </div>
  );
}
