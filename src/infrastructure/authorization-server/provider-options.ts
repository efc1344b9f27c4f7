import { createHmac, generateKeyPairSync } from 'node:crypto';
import type * as OidcProvider from 'oidc-provider';
import type { AdapterFactory, Client, Configuration, interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { OutboundClient } from '../outbound/client.ts';
import { newAppRefreshToken, newAppToken } from '../secrets/access-token-format.ts';
import type { ArtifactStore } from './artifact-store.ts';
import { BUILT_IN_CLIENTS, completeMetadata } from './clients.ts';

/** Path of all endpoints. */
export const OAUTH_PATH = '/oauth';
/** Path of the metadata (RFC 8414). */
export const METADATA_PATH = '/.well-known/oauth-authorization-server';

/** Header by which a call names the network of its client. */
export const NETWORK_HEADER = 'x-client-network';

/** Paths of the endpoints by their names in oidc-provider. */
export const ROUTES = {
  /** After the consent, the browser returns to this path, followed by the code of its request. */
  authorization: `${OAUTH_PATH}/authorize`,
  token: `${OAUTH_PATH}/token`,
  device_authorization: `${OAUTH_PATH}/device/code`,
  /** A person opens it to type the code of a device. */
  code_verification: `${OAUTH_PATH}/device`,
  revocation: `${OAUTH_PATH}/revoke`,
  registration: `${OAUTH_PATH}/register`,
  jwks: `${OAUTH_PATH}/jwks`,
};

const seconds = (ms: number): number => ms / 1_000;

/** Lifetime of an access token, seconds. */
const ACCESS_TOKEN_TTL = seconds(HOUR_MS);
/** Lifetime of a refresh token, seconds; each use replaces it. */
const REFRESH_TOKEN_TTL = seconds(90 * DAY_MS);
/** Time to log in, and to decide, seconds. */
const REQUEST_TTL = seconds(30 * MINUTE_MS);
/** Lifetime of a registered client that no member authorizes, seconds. */
const CLIENT_TTL = seconds(7 * DAY_MS);
/** Max size of a metadata document. */
const DOCUMENT_BYTES = 16 * 1024;
/** Tolerated difference between the clocks of a client and of this process, seconds. */
const CLOCK_TOLERANCE = seconds(5 * MINUTE_MS);

/** Rights that a member gave an app. */
export interface AppGrant {
  userId: string;
  clientId: string;
  actions: readonly string[];
  expiresAt: Date;
}

/** Everything that the authorization server needs to know about the product. */
export interface ProviderPorts {
  baseUrl: string;
  secrets: readonly string[];
  /** Client that fetches documents of strangers. */
  documents: OutboundClient;
  store: ArtifactStore;
  /** Actions that a token may have: the scopes. */
  actions: readonly string[];
  /** Actions of a request that names none. */
  defaultActions: readonly string[];
  /** Resources that tokens are for, absolute URLs. */
  resources: readonly string[];
  /** Whether unknown clients may register themselves. */
  isRegistrationOpen: boolean;
  /** @returns undefined for a grant that has ended */
  findGrant(id: string): Promise<AppGrant | undefined>;
  endGrant(id: string): Promise<void>;
  /**
   * Counts the fetch of a document of a stranger.
   *
   * @param network network of the client; undefined without a request
   * @throws Error over the limit of the network
   */
  countFetch(network: string | undefined): Promise<void>;
}

const grantIdOf = (ctx: KoaContextWithOIDC): string | undefined => ctx.oidc.result?.consent?.grantId;

/**
 * Configures oidc-provider: code, refresh and device grants with PKCE and opaque tokens for one
 * resource each. A consent is required for every request, and no session outlives it.
 */
export function providerOptions(
  ports: ProviderPorts,
  {
    Provider,
    errors,
    interactionPolicy: { Check, Prompt },
  }: typeof OidcProvider & { interactionPolicy: typeof interactionPolicy },
): Configuration {
  const { actions, resources } = ports;
  const unknownResource = () => {
    throw new errors.InvalidTarget(`expected resource=${resources.join(' or ')}`);
  };
  const consent = new Prompt(
    { name: 'consent', requestable: true },
    new Check('not_approved', 'the member decides about each request', (ctx) => grantIdOf(ctx) === undefined),
  );
  return {
    adapter: adapterFactory(ports, {
      usedTwice: () => new errors.InvalidGrant('it was used at the same time'),
      currentClient: () => Provider.ctx?.oidc.client,
    }),
    clients: BUILT_IN_CLIENTS.map((client) => ({ ...client })) as unknown as Configuration['clients'],
    clientDefaults: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    clientBasedCORS: () => true,
    clockTolerance: CLOCK_TOLERANCE,
    cookies: {
      keys: ports.secrets.map((secret) => createHmac('sha256', secret).update('oauth cookies').digest('hex')),
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    expiresWithSession: () => false,
    features: {
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        cacheDuration: { min: 30, max: seconds(HOUR_MS) },
      },
      deviceFlow: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: ports.isRegistrationOpen, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => (oneOf as string | undefined) ?? unknownResource(),
        getResourceServerInfo: (_ctx, resource) => ({
          scope: resources.includes(resource) ? actions.join(' ') : unknownResource(),
          audience: resource,
          accessTokenFormat: 'opaque',
          accessTokenTTL: ACCESS_TOKEN_TTL,
        }),
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx: unknown, { clientId }: Client, token: { clientId?: string }) =>
          token.clientId === clientId,
      },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    } as Configuration['features'],
    fetch: guardedFetch(ports, () => Provider.ctx?.get(NETWORK_HEADER)),
    fetchResponseBodyLimits: {
      'client_id metadata document': DOCUMENT_BYTES,
      jwks_uri: DOCUMENT_BYTES,
      sector_identifier_uri: DOCUMENT_BYTES,
    } as never,
    async findAccount(_ctx, accountId, token) {
      const grantId = (token as { grantId?: string } | undefined)?.grantId;
      const isActive = grantId === undefined || (await ports.findGrant(grantId))?.userId === accountId;
      return isActive ? { accountId, claims: () => ({ sub: accountId }) } : undefined;
    },
    interactions: {
      policy: [consent] as unknown as NonNullable<Configuration['interactions']>['policy'],
      url: (_ctx, { uid }) => `/app/authorize?request=${uid}`,
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // No ID token is issued, but the package requires a key.
    jwks: {
      keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] as never,
    },
    loadExistingGrant: async (ctx) => {
      const grantId = grantIdOf(ctx);
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    pkce: { required: () => true },
    renderError: (ctx, out) => {
      ctx.type = 'application/json';
      ctx.body = { ...out, isPage: true };
    },
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: ROUTES,
    scopes: [],
    ttl: {
      AccessToken: ACCESS_TOKEN_TTL,
      AuthorizationCode: 60,
      DeviceCode: seconds(10 * MINUTE_MS),
      Interaction: REQUEST_TTL,
      RefreshToken: REFRESH_TOKEN_TTL,
      Session: REQUEST_TTL,
    },
  };
}

/** Fetches documents of strangers, such as metadata and keys of clients, as their network may. */
const guardedFetch =
  (
    { documents, countFetch }: ProviderPorts,
    currentNetwork: () => string | undefined,
  ): NonNullable<Configuration['fetch']> =>
  async (input, init) => {
    await countFetch(currentNetwork());
    const { status, headers, body } = await documents.send({
      url: String(input),
      method: 'GET',
      headers: { accept: 'application/json' },
      maxResponseBytes: DOCUMENT_BYTES + 1,
      ...(init?.signal && { signal: init.signal }),
    });
    const cacheControl = headers['cache-control'];
    return new Response(completeDocument(body), {
      status,
      headers: cacheControl ? { 'cache-control': cacheControl } : {},
    });
  };

/** Completes a metadata document; another text stays as it is, and is rejected. */
function completeDocument(body: Buffer): string {
  const text = body.toString();
  try {
    return JSON.stringify(completeMetadata(JSON.parse(text)));
  } catch {
    return text;
  }
}

/** Sessions of the package, which no request continues. */
const isStored = (model: string): boolean => model !== 'Session';

/** Models of requests that wait for a decision. */
const WAITING = ['Interaction', 'DeviceCode'];

interface AdapterPorts {
  usedTwice(): Error;
  /** @returns the client of the current call */
  currentClient(): Client | undefined;
}

function adapterFactory(ports: ProviderPorts, { usedTwice, currentClient }: AdapterPorts): AdapterFactory {
  const { store } = ports;
  // The member reads the name that the client had when it asked, even if its document is gone.
  const withName = (model: string, payload: object) =>
    WAITING.includes(model) ? { ...payload, clientName: currentClient()?.clientName } : { ...payload };
  return (model) => ({
    async find(id) {
      if (model !== 'Grant') return isStored(model) ? store.find(model, id) : undefined;
      const grant = await ports.findGrant(id);
      return grant && grantPayload(id, grant, ports.resources);
    },
    findByUserCode: (userCode) => store.findByUserCode(model, userCode),
    findByUid: async () => undefined,
    async upsert(id, payload, ttl) {
      if (isStored(model)) await store.upsert(model, id, withName(model, payload), ttl ?? CLIENT_TTL);
    },
    async consume(id) {
      if (!(await store.consume(model, id))) throw usedTwice();
    },
    async destroy(id) {
      if (model === 'Grant') await ports.endGrant(id);
      else if (isStored(model)) await store.destroy(model, id);
    },
    revokeByGrantId: (grantId) => store.destroyOfGrant(model, grantId),
  });
}

/** A grant as the package reads it: the same actions for every resource that the code names. */
const grantPayload = (
  jti: string,
  { userId, clientId, actions, expiresAt }: AppGrant,
  resources: readonly string[],
) => ({
  jti,
  kind: 'Grant',
  accountId: userId,
  clientId,
  exp: Math.floor(expiresAt.getTime() / 1000),
  resources: Object.fromEntries(resources.map((resource) => [resource, actions.join(' ')])),
});

type TokenModel = { prototype: { generateTokenId(): string } };

/** Gives tokens of the package the format of access tokens, by which secret scanners know them. */
export function useTokenFormat({ AccessToken, RefreshToken }: InstanceType<typeof OidcProvider.Provider>): void {
  replaceIds(AccessToken as unknown as TokenModel, newAppToken);
  replaceIds(RefreshToken as unknown as TokenModel, newAppRefreshToken);
}

function replaceIds({ prototype }: TokenModel, newId: () => string): void {
  const generate = prototype.generateTokenId;
  prototype.generateTokenId = function generateTokenId() {
    // It also chooses between the formats of the package.
    generate.call(this);
    return newId();
  };
}
