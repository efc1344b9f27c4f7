import { type FieldProblem, labeledText } from './failure-text.ts';

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
  /** Problems by member of the input. */
  readonly fields: readonly FieldProblem[];

  constructor(status: number, message: string, fields: readonly FieldProblem[] = []) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

interface Account {
  name: string;
  email: string;
  password: string;
  /** Required where accounts are made by invitation. */
  invitationToken?: string;
}

/** A session as the service returns it. */
export interface SessionBody {
  user: SessionUser;
  accessToken: string;
  expiresIn: number;
}

/** Time before the expiry at which a token is renewed, milliseconds. */
const RENEW_BEFORE = 60_000;

interface SessionEndpoints {
  /** @throws SessionError, 401 without a session */
  renew(): Promise<SessionBody>;
  end(): Promise<unknown>;
  /** Name of the channel that tells other tabs of the end. */
  channel: string;
}

/**
 * Keeps the log-in. The access token is in memory only; the refresh token is in a cookie that
 * scripts cannot read.
 */
export function createSessionStore(endpoints: SessionEndpoints) {
  let session: Session | null = null;
  let renewal: Promise<Session | null> | undefined;
  const listeners = new Set<() => void>();
  const otherTabs = new BroadcastChannel(endpoints.channel);
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
    renewal ??= endpoints
      .renew()
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
    /** Begins a session that the service has returned. */
    adopt,
    /** Ends the session here and in the other tabs, also when the service cannot be reached. */
    async end(): Promise<void> {
      const ended = endpoints.end();
      set(null);
      otherTabs.postMessage('ended');
      await ended.catch(() => {});
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Creates the session of the dashboard. */
export const createDashboardSession = (): SessionStore =>
  createSessionStore({
    renew: () => post('/auth/session/refresh'),
    end: () => post('/auth/session/end'),
    channel: 'pinbound-session',
  });

/** @throws SessionError */
export async function logIn(session: SessionStore, email: string, password: string): Promise<void> {
  session.adopt(await post('/auth/session/start', { email, password }));
}

/** @throws SessionError */
export async function register(session: SessionStore, account: Account): Promise<void> {
  const { refreshToken } = await post<{ refreshToken: string }>('/auth/register', account);
  session.adopt(await post('/auth/session/start', { refreshToken }));
}

/** Posts to an endpoint of accounts. Errors as for `send`. */
export const post = <Body>(path: string, body: object = {}, token?: string): Promise<Body> =>
  send<Body>('POST', path, body, token);

/**
 * Sends a request to an endpoint of accounts. A proxy's error page counts as no response.
 *
 * @throws SessionError
 */
export async function send<Body>(method: 'GET' | 'POST', path: string, body?: object, token?: string): Promise<Body> {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  }).catch(() => null);
  if (!response) throw new SessionError(0, '');
  const parsed = await response.json().catch(() => null);
  if (!response.ok || parsed === null) throw new SessionError(response.status, messageOf(parsed), parsed?.fields);
  return parsed as Body;
}

const messageOf = (body: { message?: unknown; fields?: readonly FieldProblem[] } | null): string =>
  typeof body?.message === 'string' ? labeledText(body.message, body.fields) : '';
