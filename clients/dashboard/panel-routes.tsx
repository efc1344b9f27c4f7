import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { listSearch } from './data/list-search.ts';
import type { Navigation } from './panel/navigation.ts';
import { lazyScreen } from './ui/lazy-part.ts';
import { Failure, Missing, Pending } from './ui/states.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: Missing });
// The ids are those of the dashboard's routes, which the screens name.
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Outlet });
const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId',
  validateSearch: listSearch,
  component: lazyScreen(() => import('./list/project-comments.tsx'), 'ProjectComments'),
});
const noComment = createRoute({ getParentRoute: () => project, path: '/', component: () => null });
const thread = createRoute({
  getParentRoute: () => project,
  path: '/comments/$annotationId',
  component: lazyScreen(() => import('./thread/thread.tsx'), 'Thread'),
});

/**
 * Creates the router of the panel: the list and the thread of one project. Its history is in
 * memory, because entries of a frame would be steps of the page's own Back button.
 */
export const createPanelRouter = (projectId: string) =>
  createRouter({
    routeTree: root.addChildren([shell.addChildren([project.addChildren([noComment, thread])])]),
    history: createMemoryHistory({ initialEntries: [`/projects/${projectId}`] }),
    defaultPendingComponent: Pending,
    defaultErrorComponent: Failure,
    scrollRestoration: false,
  });

/** Creates the calls of the panel's frame to its router. */
export function navigationOf(router: ReturnType<typeof createPanelRouter>, projectId: string): Navigation {
  const params = () => router.state.matches.at(-1)?.params as { annotationId?: string } | undefined;
  return {
    openId: () => params()?.annotationId,
    subscribe: (listener) => router.subscribe('onResolved', listener),
    open: (annotationId) =>
      void router.navigate({
        to: '/projects/$projectId/comments/$annotationId',
        params: { projectId, annotationId },
        search: (previous: object) => previous,
        replace: true,
      }),
    list: (page) =>
      void router.navigate({
        to: '/projects/$projectId',
        params: { projectId },
        search: page ? { page } : {},
        replace: true,
      }),
  };
}
