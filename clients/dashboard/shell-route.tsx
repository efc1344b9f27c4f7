import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { SessionStore } from './data/session.ts';
import { lazyScreen } from './ui/lazy-part.ts';
import { Missing } from './ui/states.tsx';

interface RouterContext {
  session: SessionStore;
}

export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: Missing });

interface Entered {
  context: RouterContext;
  location: { href: string };
}

/** Leads to the log-in without a session, and back after it. */
export async function requireSession({ context, location }: Entered): Promise<void> {
  if (context.session.current() ?? (await context.session.renew())) return;
  throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
}

/** Screens after the log-in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: requireSession,
  component: lazyScreen(() => import('./shell/shell.tsx'), 'Shell'),
});
