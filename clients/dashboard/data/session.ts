/** User of the session, as the service returns it. */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
}

export interface Session {
  user: SessionUser;
  accessToken: string;
  /** Time when the token is renewed, before it expires; milliseconds since 1970. */
  renewAt: number;
}

/** Failure of a request to the session endpoints; `message` is the text of the service. */
export class SessionError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface SessionBody {
  user: SessionUser;
  accessToken: string;
  expiresIn: number;
}

/** Time before the expiry at which a token is renewed, milliseconds. */
const RENEW_BEFORE = 60_000;

/**
 * Keeps the log-in. The access token is in memory only; the refresh token is in a cookie that
 * scripts cannot read.
 */
export function createSessionStore() {
  let session: Session | null = null;
  let renewal: Promise<Session | null> | undefined;
  const listeners = new Set<() => void>();
  const otherTabs = new BroadcastChannel('pinbound-session');
  otherTabs.onmessage = () => set(null);

  function set(next: Session | null): void {
    session = next;
    for (const listener of listeners) listener();
  }

  function adopt({ user, accessToken, expiresIn }: SessionBody): Session {
    const opened = { user, accessToken, renewAt: Date.now() + expiresIn * 1_000 - RENEW_BEFORE };
    set(opened);
    return opened;
  }

  /** Renews the session by its cookie; null if there is none. Calls at the same time share one. */
  function renew(): Promise<Session | null> {
    renewal ??= post<SessionBody>('/auth/session/refresh')
      .then(adopt)
      .catch((error: unknown) => {
        if (!(error instanceof SessionError) || error.status !== 401) throw error;
        set(null);
        return null;
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  }

  return {
    current: (): Session | null => session,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    renew,
    /** Returns a token that is valid for at least a minute; null if the session has ended. */
    async token(): Promise<string | null> {
      const valid = session && Date.now() < session.renewAt ? session : await renew();
      return valid?.accessToken ?? null;
    },
    /** @throws SessionError */
    logIn: async (email: string, password: string): Promise<void> => {
      adopt(await post<SessionBody>('/auth/session/start', { email, password }));
    },
    /** @throws SessionError */
    async register(account: { name: string; email: string; password: string }): Promise<void> {
      const { refreshToken } = await post<{ refreshToken: string }>('/auth/register', account);
      adopt(await post<SessionBody>('/auth/session/start', { refreshToken }));
    },
    /** Ends the session here and in the other tabs, also when the service cannot be reached. */
    async end(): Promise<void> {
      const ended = post('/auth/session/end');
      set(null);
      otherTabs.postMessage('ended');
      await ended.catch(() => {});
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/**
 * Sends a request to an endpoint of accounts.
 *
 * @throws SessionError
 */
export async function post<Body>(path: string, body: object = {}): Promise<Body> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) throw new SessionError(0, '');
  const parsed = await response.json().catch(() => null);
  if (!response.ok) throw new SessionError(response.status, messageOf(parsed));
  return parsed as Body;
}

const messageOf = (body: unknown): string => {
  const message = (body as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : '';
};
