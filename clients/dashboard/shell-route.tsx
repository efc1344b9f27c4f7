import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import type { SessionStore } from './data/session.ts';
import { Missing } from './ui/states.tsx';

interface RouterContext {
  session: SessionStore;
}

export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: Missing });

/** Screens after the log-in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  async beforeLoad({ context, location }) {
    if (context.session.current() ?? (await context.session.renew())) return;
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});
