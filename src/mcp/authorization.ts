import { isIP } from 'node:net';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { restError, toResponse } from '../http/error-response.ts';
import { type Resource, resourceUrl } from '../lib/resource-url.ts';
import { TOKEN_PRESETS } from '../resolvers/platform/policies/token-actions.ts';

export const MCP_PATH = '/mcp';
/** Path of the metadata of RFC 9728. The path of a resource may follow it. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/**
 * Metadata of a resource: the server that issues its tokens, and how they are sent. Clients may ask
 * for all of these scopes at once; therefore they are those of an agent that fixes.
 */
export const resourceMetadata = (baseUrl: string, resource: Resource) => ({
  resource: resourceUrl(baseUrl, resource),
  resource_name: 'Pinbound',
  authorization_servers: [baseUrl],
  bearer_methods_supported: ['header'],
  scopes_supported: TOKEN_PRESETS.fix,
});

/**
 * Creates responses with a challenge (RFC 6750, RFC 9728), by which clients find the metadata.
 */
export const challengeFor =
  (baseUrl: string) =>
  (error: AppError, details: { error?: string; scope: string }): Response => {
    const metadata = `${baseUrl}${RESOURCE_METADATA_PATH}${MCP_PATH}`;
    const members = Object.entries({ ...details, resource_metadata: metadata });
    const { headers, ...rest } = restError(error);
    return toResponse({
      ...rest,
      headers: {
        ...headers,
        'www-authenticate': `Bearer ${members.map(([name, value]) => `${name}="${value}"`).join(', ')}`,
      },
    });
  };

/** Scopes that a client asks for unless the user chooses: those of an agent that fixes. */
export const DEFAULT_SCOPE = TOKEN_PRESETS.fix.join(' ');

/** Error of a request without an access token; tokens of sessions have all rights of their user. */
export function needsAccessToken({ actor }: Context): AppError {
  const reason = actor.kind === 'anonymous' ? actor.reason : 'The token of a session is not accepted here';
  const remedy =
    'Connect with OAuth, as the metadata of this resource describes, or send an access token (pbt_…) as Authorization: ' +
    'Bearer; create one in the dashboard under Account, Access tokens';
  return new AppError('UNAUTHENTICATED', reason ? `${reason}. ${remedy}` : remedy);
}

/**
 * Rejects pages of other sites, also those whose name resolves to this server. Behind a proxy, the
 * proxy chooses by name what it passes on.
 *
 * @throws FORBIDDEN
 */
export function assertOwnSite({ origin, services: { config } }: Context, host: string | null): void {
  const { baseUrl, trustedProxies } = config.http;
  const base = new URL(baseUrl);
  if (origin !== undefined && origin !== base.origin) {
    throw new AppError(
      'FORBIDDEN',
      `Origin: expected none, or ${base.origin}; agents call ${MCP_PATH} from outside of pages`,
    );
  }
  if (trustedProxies > 0 || host === null) return;
  const called = parseHost(host, base.protocol);
  if (called && (called.host === base.host || isAddress(called.hostname))) return;
  throw new AppError(
    'FORBIDDEN',
    `Host: expected ${base.host}; call the address of BASE_URL, or correct the setting BASE_URL`,
  );
}

/**
 * Parses a Host header: in lower case, without a final dot and the port of the scheme.
 *
 * @returns null for an empty one; the server rejects those that are invalid
 */
function parseHost(host: string, protocol: string): URL | null {
  return URL.parse(`${protocol}//${host.replace(/\.(?=(:\d*)?$)/, '')}`);
}

/** Whether a name is an address or localhost, which no page of another site has. */
const isAddress = (hostname: string): boolean =>
  hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
