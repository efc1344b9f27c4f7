import { Link, Outlet, useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { filterOf, isFiltered, type ListSearch, without } from '../data/list-search.ts';
import { NeighborsContext } from '../data/neighbors.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { type Scope, useAnnotationPages } from '../data/use-annotation-pages.ts';
import { useChangeAnnotations } from '../data/use-change-annotations.ts';
import { useLiveAnnotations } from '../data/use-live.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import type { AnnotationChangeInput, AnnotationFilter } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useKeys } from '../keys/use-keys.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
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
  open(annotationId: string | undefined): void;
  onSearch(search: ListSearch): void;
}

const NONE: AnnotationFilter = {};

/** Comments beside the open thread. The address holds filter and selection. */
export function WorkList({ scope, projectNames, extra = NONE, search, head, open, onSearch }: Props) {
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
          {isEmpty && <Empty projectId={projectId} search={search} onSearch={onSearch} />}
          {comments && comments.length > 0 && (
            <CommentList
              comments={comments}
              selected={selected}
              projectNames={projectNames}
              selection={canChange ? selection : undefined}
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

function Empty({
  projectId,
  search,
  onSearch,
}: Pick<Props, 'search' | 'onSearch'> & { projectId: string | undefined }) {
  const { messages } = useApp();
  if (!isFiltered(search)) {
    return (
      <Notice title={messages.noComments}>
        <p>{projectId ? messages.noCommentsInProject : messages.noCommentsHint}</p>
        {projectId && <FirstComment projectId={projectId} />}
      </Notice>
    );
  }
  return (
    <Notice title={messages.noMatches}>
      <Button onClick={() => onSearch(without(search))}>{messages.clearFilters}</Button>
    </Notice>
  );
}

/** Leads to the site, where the first comment is written, or to its script. */
function FirstComment({ projectId }: { projectId: string }) {
  const { messages } = useApp();
  const { can } = useOrganization();
  const [{ data }] = useQuery({ query: ProjectEnvironmentsDocument, variables: { projectId } });
  const site = data?.environments?.nodes[0]?.url;
  return (
    <div className={classes.first}>
      {site && (
        <a href={site} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
          {fill(messages.openThere, { there: new URL(site).host })}
          <ExternalLink size={14} aria-hidden="true" />
        </a>
      )}
      {can('project.create') && (
        <Link to="/projects/$projectId/install" params={{ projectId }} className={buttonClass('plain')}>
          {messages.installTitle}
        </Link>
      )}
    </div>
  );
}
