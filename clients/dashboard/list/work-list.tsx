import { Outlet, useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { filterOf, isFiltered, type ListSearch } from '../data/list-search.ts';
import { NeighborsContext } from '../data/neighbors.ts';
import { SnoozeDocument } from '../data/notifications.generated.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { type Scope, useAnnotationPages } from '../data/use-annotation-pages.ts';
import { useChangeAnnotations } from '../data/use-change-annotations.ts';
import { useLiveAnnotations } from '../data/use-live.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import type { AnnotationChangeInput, AnnotationFilter } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useKeys } from '../keys/use-keys.ts';
import { EmptyList } from '../ui/empty-list.tsx';
import { useReport } from '../ui/report.ts';
import { Failure, Pending } from '../ui/states.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { CommentList } from './comment-list.tsx';
import { Filters } from './filters.tsx';
import { useSelection } from './use-selection.ts';
import { useStatusCounts } from './use-status-counts.ts';
import classes from './work-list.module.css';

interface Props {
  scope: Scope;
  /** Given for a list of several projects. */
  projectNames?: ReadonlyMap<string, string>;
  /** Filter that the reader cannot remove. */
  extra?: AnnotationFilter;
  search: ListSearch;
  /** Above the filters. */
  head?: ReactNode;
  /** Shown instead of an empty list without a filter. */
  empty?: ReactNode;
  open(annotationId: string | undefined): void;
  onSearch(search: ListSearch): void;
}

const NONE: AnnotationFilter = {};

/** Comments beside the open thread. The address holds filter and selection. */
export function WorkList({ scope, projectNames, extra = NONE, search, head, empty, open, onSearch }: Props) {
  const { messages } = useApp();
  const { viewer } = useShell();
  const { can } = useOrganization();
  const { annotationId: selected } = useParams({ strict: false });
  const searchField = useRef<HTMLInputElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const projectId = 'projectId' in scope ? scope.projectId : undefined;
  const base = useMemo(() => ({ ...(projectId && { projectIds: [projectId] }), ...extra }), [projectId, extra]);

  const address = JSON.stringify(search);
  const filter = useMemo(
    () => ({ ...filterOf(JSON.parse(address) as ListSearch, viewer.id), ...extra }),
    [address, extra, viewer.id],
  );
  const { comments, error, loadMore, fetchAgain } = useAnnotationPages(scope, filter, search.order);
  const counts = useStatusCounts(search, base);
  const selection = useSelection(comments ?? []);
  const changeAll = useChangeAnnotations();
  const report = useReport();
  const [, endSnooze] = useMutation(SnoozeDocument);
  const canChange = can('annotation.change');
  const isEmpty = comments?.length === 0;

  const neighborOf = (id: string | undefined, step: 1 | -1): string | undefined => {
    const index = comments?.findIndex((comment) => comment.id === id) ?? -1;
    return comments?.[index < 0 ? 0 : index + step]?.id;
  };
  const neighbors = {
    openNext: (id: string) => open(neighborOf(id, 1) ?? neighborOf(id, -1)),
    close: () => open(undefined),
  };
  const move = (step: 1 | -1) => {
    const target = neighborOf(selected, step);
    if (target) open(target);
  };
  /** The row with the focus, else the open comment, else the first one. */
  const current = (): string | undefined =>
    document.activeElement?.closest('li[data-id]')?.getAttribute('data-id') ?? selected ?? comments?.[0]?.id;
  const extend = (step: 1 | -1) => {
    const from = selected ?? comments?.[0]?.id;
    const target = neighborOf(from, step);
    if (from) selection.add(target ? [from, target] : [from]);
    if (target) open(target);
  };
  useKeys({
    next: () => move(1),
    previous: () => move(-1),
    back: () => (selection.chosen.length > 0 ? selection.clear() : neighbors.close()),
    search: () => searchField.current?.focus(),
    ...(canChange && {
      select: () => {
        const id = current();
        if (id) selection.toggle(id);
      },
      extendNext: () => extend(1),
      extendPrevious: () => extend(-1),
    }),
  });
  useLiveAnnotations(scope, {
    onChange({ kind, annotation }) {
      counts.refresh();
      if (kind === 'created') setAnnouncement(fill(messages.newComments, { text: annotation.content.slice(0, 120) }));
    },
    onGap: fetchAgain,
  });
  async function changeChosen(change: AnnotationChangeInput): Promise<void> {
    await changeAll(selection.chosen, change);
    counts.refresh();
  }

  return (
    <NeighborsContext value={neighbors}>
      <div className={classes.split} data-thread={selected ? 'open' : 'closed'}>
        <section className={classes.list} aria-label={messages.comments}>
          {head}
          <Filters search={search} counts={counts.counts} field={searchField} onChange={onSearch} />
          <FilterBar search={search} base={base} projectId={projectId} onChange={onSearch} />
          {!comments && (error ? <Failure because={error} /> : <Pending />)}
          {isEmpty &&
            (isFiltered(search) || !empty ? (
              <EmptyList projectId={projectId} search={search} onSearch={onSearch} />
            ) : (
              empty
            ))}
          {comments && comments.length > 0 && (
            <CommentList
              comments={comments}
              selected={selected}
              projectNames={projectNames}
              selection={canChange ? selection : undefined}
              onReturn={extra.snoozed ? (id) => void endSnooze({ id, until: null }).then(report) : undefined}
              onEnd={loadMore}
            />
          )}
          {selection.chosen.length > 0 && (
            <BulkBar chosen={selection.chosen} onChange={changeChosen} onClear={selection.clear} />
          )}
          <p role="status" className={classes.hidden}>
            {announcement}
          </p>
        </section>
        <section className={classes.thread}>{(selected || !isEmpty) && <Outlet />}</section>
      </div>
    </NeighborsContext>
  );
}
