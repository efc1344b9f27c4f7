import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Actor, Context, Services } from '../context.ts';
import { looksLikeAccessToken } from '../infrastructure/secrets/access-token-format.ts';
import { InvalidToken } from '../infrastructure/secrets/access-tokens.ts';
import type { TokenClient, TokenGrant } from '../infrastructure/secrets/token-grant.ts';
import { type Resource, resourceUrl } from '../lib/resource-url.ts';

/** Headers and connection of a request. */
export interface RequestSource {
  header(name: string): string | null | undefined;
  /** Address of the connection's other end. */
  remoteAddress: string | undefined;
  /** Replaces the Authorization header for WebSockets, which authenticate in a message. */
  authorization?: string;
  /** Aborts when the client disconnects before the end of the response. */
  signal?: AbortSignal;
  /** Resource that the request is for. Default: the API. */
  resource?: Resource;
}

/** Reads the source of a request. node:http joins repeated list headers and keeps one of others. */
export const sourceOf = ({ headers, socket }: IncomingMessage): RequestSource => ({
  header: (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  },
  remoteAddress: socket.remoteAddress,
});

const BEARER = /^bearer +(\S+)$/i;

/** Creates the context of a request. Invalid tokens are rejected by operations that need a user. */
export async function createRequestContext(services: Services, source: RequestSource): Promise<Context> {
  const requestId = randomUUID();
  const ip = clientAddress(services.config.http.trustedProxies, source);
  const userAgent = source.header('user-agent')?.slice(0, 256) || undefined;
  const authorization = source.authorization ?? source.header('authorization') ?? '';
  return {
    services,
    actor: await authenticate(services, authorization, { ip, userAgent }, source.resource ?? 'api'),
    requestId,
    ip,
    projectKey: source.header('x-project-key') || undefined,
    visitorTokens: source.header('x-visitor-token') || undefined,
    userAgent,
    origin: source.header('origin') || sameOrigin(services, source),
    referer: source.header('referer') || undefined,
    doNotTrack: source.header('dnt') === '1' || source.header('sec-gpc') === '1',
    idempotencyKey: source.header('idempotency-key') ?? undefined,
    signal: source.signal,
    logger: services.logger,
    reader: {},
    rateLimit: {},
  };
}

/**
 * Returns the origin of a same-origin request, for which browsers send no Origin header. A host
 * other than that of BASE_URL was called directly, over plain HTTP; a foreign name that resolves to
 * this server is an origin of its own.
 */
function sameOrigin({ config }: Services, source: RequestSource): string | undefined {
  const host = source.header('host');
  if (!host || source.header('sec-fetch-site') !== 'same-origin') return undefined;
  const base = new URL(config.http.baseUrl);
  return host === base.host ? base.origin : `http://${host}`;
}

/**
 * Rejects a token of a connected app that is for another resource.
 *
 * @throws InvalidToken
 */
function assertAudience({ config }: Services, { audience }: TokenGrant, resource: Resource): void {
  const expected = resourceUrl(config.http.baseUrl, resource);
  if (audience === undefined || audience === expected) return;
  throw new InvalidToken(`The access token is for ${audience}; request one with resource=${expected}`);
}

async function authenticate(
  services: Services,
  authorization: string,
  client: TokenClient,
  resource: Resource,
): Promise<Actor> {
  if (authorization === '') return { kind: 'anonymous' };
  const token = BEARER.exec(authorization)?.[1];
  if (!token) return { kind: 'anonymous', reason: 'Authorization: expected "Bearer <ACCESS_TOKEN>"' };
  try {
    if (looksLikeAccessToken(token)) {
      const verified = await services.tokenGrants.verify(token, client);
      assertAudience(services, verified.grant, resource);
      return { kind: 'user', ...verified };
    }
    const verified = await services.accessTokens.verify(token);
    return verified.panelId === undefined
      ? { kind: 'user', ...verified }
      : { kind: 'user', ...verified, grant: await services.panelGrants.read(verified.panelId) };
  } catch (error) {
    if (error instanceof InvalidToken) return { kind: 'anonymous', reason: error.message };
    throw error;
  }
}

/** Returns the address that the outermost trusted proxy saw; clients can forge earlier entries. */
export function clientAddress(trustedProxies: number, source: RequestSource): string {
  const direct = source.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return direct;
  const forwarded = (source.header('x-forwarded-for') ?? '').split(',').map((entry) => withoutPort(entry.trim()));
  return forwarded.at(-trustedProxies) || direct;
}

/** Removes the port that some proxies append to the address. It changes with each connection. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? (/^[\d.]+:\d{1,5}$/.test(entry) ? entry.slice(0, entry.indexOf(':')) : entry);
}
