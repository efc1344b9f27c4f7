import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { PAGE_ORDERS, type PagesSearch } from '../data/page-search.ts';
import { useLiveAnnotations } from '../data/use-live.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';
import { useKeys } from '../keys/use-keys.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { CaptureDialog } from '../ui/capture-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Failure, Pending } from '../ui/states.tsx';
import classes from './page-list.module.css';
import { PageListRow } from './page-list-row.tsx';
import { useCaptures } from './use-captures.ts';
import { type PageRow, usePages } from './use-pages.ts';

/** Height of a row before it is measured, pixels. */
const ROW = 101;
/** Rows drawn beyond the visible ones. */
const OVERSCAN = 6;
/** Pause after a change before the list is loaded again, milliseconds. */
const PAUSE = 500;

/** Pages of a project with their counts and latest captures. */
export function PageList() {
  const { messages } = useApp();
  const { projectId } = useParams({ from: '/shell/projects/$projectId/pages' });
  const search = useSearch({ from: '/shell/projects/$projectId/pages' });
  const navigate = useNavigate();
  const { can } = useOrganization();
  const field = useRef<HTMLInputElement>(null);
  const pages = usePages(projectId, search);
  const { rows } = pages;
  const [{ data }] = useQuery({ query: ProjectEnvironmentsDocument, variables: { projectId } });
  const environments = data?.environments?.nodes ?? [];
  const names = new Map(environments.map(({ id, name }) => [String(id), name]));

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reloadSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void pages.reload(), PAUSE);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveAnnotations({ projectId }, { onChange: reloadSoon, onGap: reloadSoon });
  const { capture, isCapturing } = useCaptures(projectId, reloadSoon);
  useKeys({ search: () => field.current?.focus() });

  const set = (change: Partial<Record<keyof PagesSearch, string | undefined>>) =>
    void navigate({ to: '.', search: { ...search, ...change } as PagesSearch, replace: true });
  const isFiltered = Boolean(search.q || search.environment);
  return (
    <Screen
      title={messages.pages}
      filters={
        <>
          <div className={classes.search}>
            <SearchField
              ref={field}
              label={messages.searchPages}
              value={search.q ?? ''}
              maxLength={254}
              onSearch={(text) => set({ q: text || undefined })}
            />
          </div>
          {environments.length > 1 && (
            <select
              aria-label={messages.environment}
              value={search.environment ?? ''}
              onChange={({ target }) => set({ environment: target.value || undefined })}
            >
              <option value="">{messages.allEnvironments}</option>
              {environments.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <select
            aria-label={messages.order}
            value={search.sort ?? 'path'}
            onChange={({ target }) => set({ sort: target.value === 'path' ? undefined : target.value })}
          >
            {PAGE_ORDERS.map((order) => (
              <option key={order} value={order}>
                {messages[ORDER_TEXTS[order]]}
              </option>
            ))}
          </select>
        </>
      }
      actions={
        <>
          <span role="status" className={classes.progress}>
            {isCapturing && messages.capturing}
          </span>
          {can('snapshot.create') && <CaptureDialog projectId={projectId} order={capture} />}
        </>
      }
    >
      {!rows && (pages.error ? <Failure because={pages.error} /> : <Pending />)}
      {rows?.length === 0 && (
        <Notice title={isFiltered ? messages.noPageMatches : messages.noPages}>
          {isFiltered ? (
            <Button onClick={() => set({ q: undefined, environment: undefined })}>{messages.clearFilters}</Button>
          ) : (
            <>
              <p>{messages.noPagesHint}</p>
              {can('snapshot.create') && <CaptureDialog projectId={projectId} kind="primary" order={capture} />}
              {can('project.create') && (
                <Link to="/projects/$projectId/install" params={{ projectId }} className={buttonClass('plain')}>
                  {messages.installTitle}
                </Link>
              )}
            </>
          )}
        </Notice>
      )}
      {rows && rows.length > 0 && <Rows rows={rows} projectId={projectId} names={names} onEnd={pages.loadMore} />}
    </Screen>
  );
}

const ORDER_TEXTS = { path: 'byPath', open: 'byOpen', orphaned: 'byOrphaned', newest: 'byNewest' } as const;

interface RowsProps {
  rows: readonly PageRow[];
  projectId: string;
  names: ReadonlyMap<string, string>;
  onEnd: (() => void) | undefined;
}

/** Rows of the list; only the visible ones are drawn. */
function Rows({ rows, projectId, names, onEnd }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= rows.length - OVERSCAN;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd]);
  return (
    <div ref={scroller} className={classes.scroller}>
      <ol className={classes.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const page = rows[index];
          if (!page) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <PageListRow page={page} projectId={projectId} names={names} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
