import { createSessionStore, type SessionBody, SessionError, type SessionStore } from '../data/session.ts';
import type { Host } from './host.ts';

/** Time within which the page gives a token, milliseconds. */
const TOKEN_TIMEOUT = 10_000;

/** Session of the panel, bound to its project and the page's origin. */
export interface PanelSession {
  store: SessionStore;
  /** @throws SessionError */
  exchange(code: string, verifier: string): Promise<void>;
}

export function createPanelSession(host: Host, projectId: string): PanelSession {
  const site = { projectId, origin: host.origin };

  const renewWithToken = async (): Promise<SessionBody> => {
    const token = await requestToken(host);
    if (!token) throw new SessionError(401, '');
    return send<SessionBody>('start', site, token);
  };
  const store: SessionStore = createSessionStore({
    // The present token continues a session whose cookie the browser does not keep.
    renew: () =>
      send<SessionBody>('refresh', site, store.current()?.accessToken).catch((error: unknown) => {
        if (host.hello.hasToken && error instanceof SessionError && error.status === 401) return renewWithToken();
        throw error;
      }),
    end: () => send('end', site, store.current()?.accessToken),
    channel: `pinbound-panel-${projectId}`,
  });
  return {
    store,
    async exchange(code, verifier) {
      store.adopt(await send<SessionBody>('exchange', { ...site, code, verifier }));
    },
  };
}

/** @throws SessionError */
async function send<Body>(name: string, body: object, token?: string): Promise<Body> {
  const response = await fetch(`/auth/panel/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-panel': '1', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) throw new SessionError(0, '');
  const parsed = await response.json().catch(() => null);
  if (!response.ok || parsed === null) throw new SessionError(response.status, String(parsed?.message ?? ''));
  return parsed as Body;
}

/** Asks the page for the token of a member; empty without one. */
function requestToken(host: Host): Promise<string> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(''), TOKEN_TIMEOUT);
    const stop = host.listen((message) => {
      if (message.kind === 'token') end(message.token);
    });
    const end = (token: string) => {
      clearTimeout(timer);
      stop();
      resolve(token);
    };
    host.send({ kind: 'token' });
  });
}
