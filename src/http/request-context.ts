import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Actor, Context } from '../context.ts';
import { TokenRefused } from '../infrastructure/secrets/access-tokens.ts';
import type { Services } from '../services.ts';

/** Where a request comes from, besides its headers. */
export interface RequestSource {
  header(name: string): string | null | undefined;
  /** The address of the other end of the connection. */
  remoteAddress: string | undefined;
  /** In place of the Authorization header: a WebSocket says who it is in its first message. */
  authorization?: string;
  /** Aborts when the connection ends before the answer does. */
  signal?: AbortSignal;
}

/** Of several headers of one name, node:http joins those that are lists and keeps one of the others. */
export const sourceOf = ({ headers, socket }: IncomingMessage): RequestSource => ({
  header: (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  },
  remoteAddress: socket.remoteAddress,
});

const BEARER = /^bearer +(\S+)$/i;

/** Reads who calls, from where and with what. Never refuses: operations that need a user do. */
export async function createRequestContext(services: Services, source: RequestSource): Promise<Context> {
  const requestId = randomUUID();
  return {
    services,
    actor: await authenticate(services, source.authorization ?? source.header('authorization') ?? ''),
    requestId,
    ip: callerAddress(services.config.http.trustedProxies, source),
    projectKey: source.header('x-project-key') || undefined,
    userAgent: source.header('user-agent')?.slice(0, 256) || undefined,
    origin: source.header('origin') || sameOrigin(services, source),
    referer: source.header('referer') || undefined,
    doNotTrack: source.header('dnt') === '1' || source.header('sec-gpc') === '1',
    idempotencyKey: source.header('idempotency-key') ?? undefined,
    signal: source.signal,
    logger: services.logger,
    rateLimit: {},
  };
}

/**
 * A browser names no origin where a page reads from its own, but says that it does. Without BASE_URL's host in it the
 * address was called directly, which is plain HTTP: a name that somebody else points here is an origin of its own.
 */
function sameOrigin({ config }: Services, source: RequestSource): string | undefined {
  const host = source.header('host');
  if (!host || source.header('sec-fetch-site') !== 'same-origin') return undefined;
  const base = new URL(config.http.baseUrl);
  return host === base.host ? base.origin : `http://${host}`;
}

async function authenticate(services: Services, authorization: string): Promise<Actor> {
  if (authorization === '') return { kind: 'anonymous' };
  const token = BEARER.exec(authorization)?.[1];
  if (!token) return { kind: 'anonymous', reason: 'The Authorization header must read: Bearer <ACCESS_TOKEN>' };
  try {
    return { kind: 'user', ...(await services.accessTokens.verify(token)) };
  } catch (error) {
    if (error instanceof TokenRefused) return { kind: 'anonymous', reason: error.message };
    throw error;
  }
}

/** The address that the outermost of our own proxies saw; a header from further out could say anything. */
export function callerAddress(trustedProxies: number, source: RequestSource): string {
  const direct = source.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return direct;
  const forwarded = (source.header('x-forwarded-for') ?? '').split(',').map((entry) => withoutPort(entry.trim()));
  return forwarded.at(-trustedProxies) || direct;
}

/** Some proxies write the caller's port behind its address, which changes with every connection. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? (/^[\d.]+:\d{1,5}$/.test(entry) ? entry.slice(0, entry.indexOf(':')) : entry);
}
