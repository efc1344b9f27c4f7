import { useMemo } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { CapturedPagesDocument } from '../data/captured-pages.generated.ts';
import { SNAPSHOT_STATUSES, type SnapshotSearch, snapshotSearch } from '../data/snapshot-search.ts';
import { VIEWPORTS } from '../data/viewports.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';

interface Props {
  projectId: string;
  search: SnapshotSearch;
  onChange(search: SnapshotSearch): void;
}

/** Filters of the list: page, environment, width and status. */
export function SnapshotFilters({ projectId, search, onChange }: Props) {
  const { messages } = useApp();
  const [pages] = useQuery({ query: CapturedPagesDocument, variables: { projectId } });
  const [environments] = useQuery({ query: ProjectEnvironmentsDocument, variables: { projectId } });
  const pageOptions = useMemo(
    () =>
      (pages.data?.pages?.nodes ?? []).flatMap(({ path, urls }) =>
        urls.map((url) => [url, urls.length > 1 ? `${path} (${hostOf(url)})` : path] as const),
      ),
    [pages.data],
  );
  const widths = [...new Set([...VIEWPORTS.map(({ width }) => width), ...(search.width ? [search.width] : [])])];
  const filters = [
    ['page', messages.page, messages.anyPage, pageOptions],
    [
      'environment',
      messages.environment,
      messages.anyEnvironment,
      (environments.data?.environments?.nodes ?? []).map(({ id, name }) => [String(id), name] as const),
    ],
    ['width', messages.width, messages.anyWidth, widths.map((width) => [String(width), `${width} px`] as const)],
    [
      'state',
      messages.status,
      messages.anyStatus,
      SNAPSHOT_STATUSES.map((status) => [status, messages[SNAPSHOT_STATUS_TEXTS[status]]] as const),
    ],
  ] as const;
  return filters.map(([name, label, any, options]) => {
    const value = search[name] === undefined ? '' : String(search[name]);
    return (
      <select
        key={name}
        aria-label={label}
        data-active={value !== ''}
        value={value}
        onChange={({ target }) => {
          const chosen = name === 'width' ? Number(target.value) : target.value;
          onChange(snapshotSearch({ ...search, [name]: chosen }));
        }}
      >
        <option value="">{any}</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
        {value !== '' && !options.some(([key]) => key === value) && <option value={value}>{value}</option>}
      </select>
    );
  });
}

const SNAPSHOT_STATUS_TEXTS = {
  completed: 'snapshotCompleted',
  processing: 'snapshotProcessing',
  failed: 'snapshotFailed',
} as const;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
