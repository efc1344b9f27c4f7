import { useParams, useSearch } from '@tanstack/react-router';
import { useApp } from '../app-context.ts';
import { Failure, Pending } from '../ui/states.tsx';
import { PageScreen } from './page-screen.tsx';
import { usePageView } from './use-page-view.ts';

/** A captured page with its comments. The address holds page, capture and mode. */
export function PageView() {
  const { messages } = useApp();
  const { projectId } = useParams({ from: '/shell/projects/$projectId/pages/view' });
  const search = useSearch({ from: '/shell/projects/$projectId/pages/view' });
  const view = usePageView(projectId, search);
  const name = view.page?.title || view.page?.path || search.url;
  return (
    <>
      <title>{`${name} · ${messages.appName}`}</title>
      {view.page === undefined && (view.error ? <Failure because={view.error} /> : <Pending />)}
      {view.page !== undefined && (
        <PageScreen key={`${projectId} ${search.url}`} projectId={projectId} search={search} view={view} name={name} />
      )}
    </>
  );
}
