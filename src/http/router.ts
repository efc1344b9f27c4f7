import type { RequestListener } from 'node:http';
import type { RouteLimit } from './address-limits.ts';
import { closeIfUnread } from './lingering-close.ts';
import type { Endpoint, HttpCall } from './pipeline.ts';
import { pathOfTarget } from './request-target.ts';

/** An endpoint with its middlewares, which sends its own response. */
export interface Route extends Endpoint<void> {
  limit: RouteLimit;
}

/**
 * Passes each request to its route: an exact path first, then the first pattern that matches. The
 * last route must match everything.
 */
export function createRouter(routes: readonly Route[]): RequestListener {
  const exact = new Map<string, Route>();
  const patterns: (Route & { path: RegExp })[] = [];
  for (const route of routes) {
    const { path, methods } = route;
    if (path instanceof RegExp) patterns.push({ ...route, path });
    else for (const method of methods) exact.set(`${method} ${path}`, route);
  }

  function find(method: string, path: string): { route: Route; parameters: string[] } {
    const route = exact.get(`${method} ${path}`);
    if (route) return { route, parameters: [] };
    for (const pattern of patterns) {
      if (pattern.methods !== 'any' && !pattern.methods.includes(method)) continue;
      const match = pattern.path.exec(path);
      if (match) return { route: pattern, parameters: match.slice(1) };
    }
    throw new Error(`no route matches ${method} ${path}`);
  }

  return (incoming, outgoing) => {
    incoming.url = pathOfTarget(incoming.url ?? '');
    closeIfUnread(incoming, outgoing);
    const method = incoming.method ?? '';
    const [path = ''] = incoming.url.split(/[?#]/, 1);
    const { route, parameters } = find(method, path);
    const call: HttpCall = { method, path, parameters, incoming, outgoing };
    void route.handle(call);
  };
}
