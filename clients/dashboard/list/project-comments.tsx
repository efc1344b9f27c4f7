import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useApp } from '../app-context.ts';
import type { AnnotationStatus } from '../data/annotations.generated.ts';
import type { ListSearch } from '../data/list-search.ts';
import { NeighborsContext } from '../data/neighbors.ts';
import { useAnnotationPages } from '../data/use-annotation-pages.ts';
import { useLiveAnnotations } from '../data/use-live.ts';
import { fill } from '../i18n/languages.ts';
import { useKeys } from '../keys/use-keys.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Failure, Pending } from '../ui/states.tsx';
import { CommentList } from './comment-list.tsx';
import { Filters } from './filters.tsx';
import classes from './project-comments.module.css';

const UNRESOLVED: AnnotationStatus[] = ['open', 'in_progress'];

/** Comments of a project beside the open thread. The address holds filter and selection. */
export function ProjectComments() {
  const { messages } = useApp();
  const { projectId } = useParams({ from: '/shell/projects/$projectId' });
  const { annotationId: selected } = useParams({ strict: false });
  const search = useSearch({ from: '/shell/projects/$projectId' });
  const navigate = useNavigate();
  const searchField = useRef<HTMLInputElement>(null);
  const [announcement, setAnnouncement] = useState('');

  const { status, q } = search;
  const filter = useMemo(() => filterOf({ status, q }), [status, q]);
  const { comments, error, loadMore, fetchAgain } = useAnnotationPages(projectId, filter);

  const open = useCallback(
    (annotationId: string | undefined) => {
      const keepFilter = { search: (previous: ListSearch) => previous, replace: true };
      if (!annotationId) return void navigate({ to: '/projects/$projectId', params: { projectId }, ...keepFilter });
      const params = { projectId, annotationId };
      return void navigate({ to: '/projects/$projectId/comments/$annotationId', params, ...keepFilter });
    },
    [navigate, projectId],
  );
  const change = (next: ListSearch) => void navigate({ to: '.', search: next, replace: true });
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
  useKeys({
    next: () => move(1),
    previous: () => move(-1),
    back: neighbors.close,
    search: () => searchField.current?.focus(),
  });
  useLiveAnnotations(projectId, {
    onChange({ kind, annotation }) {
      if (kind === 'created') setAnnouncement(fill(messages.newComments, { text: annotation.content.slice(0, 120) }));
    },
    onGap: fetchAgain,
  });

  const isFiltered = status !== undefined || q !== undefined;
  return (
    <NeighborsContext value={neighbors}>
      <h1 className={classes.hidden}>{messages.comments}</h1>
      <title>{`${messages.comments} · ${messages.appName}`}</title>
      <div className={classes.split} data-thread={selected ? 'open' : 'closed'}>
        <section className={classes.list} aria-label={messages.comments}>
          <Filters search={search} field={searchField} onChange={change} />
          {!comments && (error ? <Failure /> : <Pending />)}
          {comments?.length === 0 && (
            <Notice title={isFiltered ? messages.noMatches : messages.noComments}>
              {isFiltered ? (
                <Button onClick={() => change({})}>{messages.clearFilters}</Button>
              ) : (
                <p>{messages.noCommentsHint}</p>
              )}
            </Notice>
          )}
          {comments && comments.length > 0 && <CommentList comments={comments} selected={selected} onEnd={loadMore} />}
          <p role="status" className={classes.hidden}>
            {announcement}
          </p>
        </section>
        <section className={classes.thread}>
          <Outlet />
        </section>
      </div>
    </NeighborsContext>
  );
}

/** Filter of the list as the service reads it. */
function filterOf({ status, q }: ListSearch) {
  const statuses = status === undefined ? UNRESOLVED : status === 'any' ? undefined : [status];
  return { ...(statuses && { statuses }), ...(q && { text: q }) };
}
