import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RouteLimit } from './address-limits.ts';
import type { Endpoint, HttpCall } from './pipeline.ts';

/** Time that a client has to send the rest of its body and to read the response, milliseconds. */
const LINGER_MS = 2_000;

const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

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

/**
 * Returns path and query of a request target, which may be an absolute URL (RFC 9112, 3.2.2). Its
 * host is ignored.
 */
function pathOfTarget(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(ABSOLUTE, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Closes the connection of a request that gets its response before its body is read, with
 * `connection: close`. An open connection would keep the received bytes in memory and not notice a
 * disconnect; a destroyed one could lose the response. Only the sending side is closed, and the
 * rest of the body is discarded (RFC 9112, 9.6).
 */
function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  const { socket, headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const { writeHead } = response;
  let isUnread = false;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    response.writeHead = writeHead;
    isUnread = !request.complete;
    if (isUnread) {
      response.setHeader('connection', 'close');
      // Node destroys the connection after its last response, which would reset it.
      socket.destroySoon = () => socket.end();
    }
    return response.writeHead(...head);
  }) as typeof writeHead;
  response.once('finish', () => {
    if (!isUnread) return;
    request.once('end', () => socket.destroy()).resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}
