import { Menu } from '@base-ui/react/menu';
import { Download } from 'lucide-react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { ExportListDocument } from '../data/annotations.generated.ts';
import { filterOf, type ListSearch } from '../data/list-search.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import type { AnnotationFilter } from '../graphql-types.generated.ts';
import menu from '../ui/menu.module.css';
import { useReport } from '../ui/report.ts';
import classes from './filter-bar.module.css';

interface Props {
  search: ListSearch;
  /** Members that the scope adds to the filter. */
  base: AnnotationFilter;
}

/** Downloads the filtered list as a file. */
export default function ExportMenu({ search, base }: Props) {
  const { messages } = useApp();
  const { viewer } = useShell();
  const { organization } = useOrganization();
  const report = useReport();
  const [, exportList] = useMutation(ExportListDocument);
  async function download(format: 'csv' | 'json'): Promise<void> {
    const filter = { ...filterOf(search, viewer.id), ...base };
    const result = await exportList({
      organizationId: organization?.id ?? '',
      filter,
      orderBy: search.order,
      format,
    });
    report(result);
    if (result.data) location.assign(result.data.exportAnnotations.url);
  }
  return (
    <Menu.Root>
      <Menu.Trigger className={classes.icon} aria-label={messages.exportList} title={messages.exportList}>
        <Download size={14} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className={menu.positioner}>
          <Menu.Popup className={menu.popup}>
            <Menu.Item className={menu.item} onClick={() => void download('csv')}>
              {messages.exportCsv}
            </Menu.Item>
            <Menu.Item className={menu.item} onClick={() => void download('json')}>
              {messages.exportJson}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
