import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useApp } from '../app-context.ts';
import type { ListSearch } from '../data/list-search.ts';
import classes from './work-list.module.css';
import { WorkList } from './work-list.tsx';

/** Comments of a project. */
export function ProjectComments() {
  const { messages } = useApp();
  const { projectId } = useParams({ from: '/shell/projects/$projectId' });
  const search = useSearch({ from: '/shell/projects/$projectId' });
  const navigate = useNavigate();
  const scope = useMemo(() => ({ projectId }), [projectId]);
  const open = useCallback(
    (annotationId: string | undefined) => {
      const keepFilter = { search: (previous: ListSearch) => previous, replace: true };
      if (!annotationId) return void navigate({ to: '/projects/$projectId', params: { projectId }, ...keepFilter });
      const params = { projectId, annotationId };
      return void navigate({ to: '/projects/$projectId/comments/$annotationId', params, ...keepFilter });
    },
    [navigate, projectId],
  );
  return (
    <>
      <h1 className={classes.hidden}>{messages.comments}</h1>
      <title>{`${messages.comments} · ${messages.appName}`}</title>
      <WorkList
        scope={scope}
        search={search}
        open={open}
        onSearch={(next) => void navigate({ to: '.', search: next, replace: true })}
      />
    </>
  );
}
