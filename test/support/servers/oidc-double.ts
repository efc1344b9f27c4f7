import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Received, startReceiver } from './receiver.ts';

/** Client id and secret, with characters that client authentication encodes. */
const CLIENT = { id: 'pinbound', secret: 'a secret: 100 %' };

type Key = Awaited<ReturnType<typeof generateKeyPair>> & { kid: string };

/** Claims of the provider, and its faults. */
export interface OidcBehavior {
  claims: Record<string, unknown>;
  /** Claims of the userinfo endpoint only. */
  userinfo: Record<string, unknown>;
  /** Seconds that its clock is ahead. */
  clockAhead: number;
  /** Members that replace those of the ID token. */
  forged: Record<string, unknown>;
  /** Members that replace those of the discovery document. */
  metadata: Record<string, unknown>;
  /** Whether the ID token is signed with a key that is not published. */
  signsWithUnknownKey: boolean;
  /** Status of all responses. */
  status?: number;
}

/** An OpenID provider: discovery, JWKS, authorization, token and userinfo endpoints. */
export interface OidcDouble {
  url: string;
  env: NodeJS.ProcessEnv;
  behavior: OidcBehavior;
  /** Requests of the service, as `METHOD path`. */
  calls(): string[];
  /** Replaces the signing key and removes the previous one. */
  changeKeys(): Promise<void>;
  reset(): void;
  close(): Promise<void>;
}

const newKey = async (): Promise<Key> => ({ ...(await generateKeyPair('RS256')), kid: randomUUID() });

const quiet = (): OidcBehavior => ({
  claims: {},
  userinfo: {},
  clockAhead: 0,
  forged: {},
  metadata: {},
  signsWithUnknownKey: false,
});

interface Grant {
  nonce: string;
  challenge: string;
  redirectUri: string;
}

export async function startOidcDouble(): Promise<OidcDouble> {
  let key = await newKey();
  const unpublished = await newKey();
  const grants = new Map<string, Grant>();
  const tokens = new Set<string>();
  const double: { behavior: OidcBehavior } = { behavior: quiet() };

  const discovery = () => ({
    issuer: server.url,
    authorization_endpoint: `${server.url}/authorize`,
    token_endpoint: `${server.url}/token`,
    userinfo_endpoint: `${server.url}/userinfo`,
    jwks_uri: `${server.url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...double.behavior.metadata,
  });

  /** Logs the person in without asking, and returns to the client. */
  function authorize(query: URLSearchParams): { location: string } {
    const redirectUri = query.get('redirect_uri') ?? '';
    const code = randomUUID();
    const challenge = query.get('code_challenge') ?? '';
    if (query.get('code_challenge_method') !== 'S256' || query.get('client_id') !== CLIENT.id)
      throw new Error('bad request');
    grants.set(code, { nonce: query.get('nonce') ?? '', challenge, redirectUri });
    return { location: `${redirectUri}?code=${code}&state=${query.get('state')}` };
  }

  async function exchange({ headers, body }: Received): Promise<object | undefined> {
    const form = new URLSearchParams(body.toString());
    const basic = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    const [id = '', secret = ''] = basic.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid =
      id === CLIENT.id &&
      secret === CLIENT.secret &&
      grant?.challenge === verifier &&
      grant.redirectUri === form.get('redirect_uri');
    if (!grant || !isValid) return undefined;
    const now = Math.floor(Date.now() / 1_000) + double.behavior.clockAhead;
    const claims = { sub: 'eve', nonce: grant.nonce, iss: server.url, aud: CLIENT.id, iat: now, exp: now + 300 };
    const signing = double.behavior.signsWithUnknownKey ? unpublished : key;
    const idToken = await new SignJWT({ ...claims, ...double.behavior.claims, ...double.behavior.forged })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid })
      .sign(signing.privateKey);
    const accessToken = randomUUID();
    tokens.add(accessToken);
    return { access_token: accessToken, token_type: 'Bearer', expires_in: 300, id_token: idToken };
  }

  const send = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  async function respond(request: Received, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.path, server.url);
    const { status, userinfo, claims } = double.behavior;
    if (status) return void send(response, status, { error: 'server_error' });
    if (pathname === '/.well-known/openid-configuration') return void send(response, 200, discovery());
    if (pathname === '/jwks') {
      const jwk = { ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'RS256', use: 'sig' };
      return void send(response, 200, { keys: [jwk] });
    }
    if (pathname === '/authorize') return void response.writeHead(302, authorize(searchParams)).end();
    if (pathname === '/token') {
      const exchanged = await exchange(request);
      return void send(response, exchanged ? 200 : 400, exchanged ?? { error: 'invalid_grant' });
    }
    const isKnown = tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''));
    send(response, isKnown ? 200 : 401, { sub: claims.sub ?? 'eve', ...userinfo });
  }

  const server = await startReceiver((request, response) => {
    respond(request, response).catch((error: Error) => send(response, 500, { error: error.message }));
  });

  return {
    url: server.url,
    env: {
      OIDC_ISSUER: server.url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Looms ID',
    },
    get behavior() {
      return double.behavior;
    },
    calls: () => server.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`),
    async changeKeys() {
      key = await newKey();
    },
    reset() {
      double.behavior = quiet();
    },
    close: server.close,
  };
}
