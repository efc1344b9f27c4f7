import { createHash, randomBytes } from 'node:crypto';
import { TOKEN_PRESETS } from '../../src/resolvers/platform/policies/token-actions.ts';
import { rest } from './client.ts';
import type { TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

type App = Pick<TestApp, 'url'>;
type Member = Pick<TestUser, 'token'>;

/** Metadata of a program that listens at a loopback address, as agents register themselves. */
export const AGENT = {
  client_name: 'Test agent',
  redirect_uris: ['http://127.0.0.1:4999/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
};

/** Registers a client. */
export async function registerClient(app: App, metadata: object = AGENT): Promise<{ client_id: string }> {
  const response = await fetch(`${app.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as { client_id: string };
}

/** Request for a code, with the verifier of its challenge. */
export interface CodeRequest {
  verifier: string;
  parameters: Record<string, string>;
}

/** Parameters of a request for a code; the given ones replace them. */
export function codeRequest(app: App, given: Record<string, string | string[] | undefined>): CodeRequest {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = {
    response_type: 'code',
    redirect_uri: AGENT.redirect_uris[0],
    resource: `${app.url}/mcp`,
    scope: TOKEN_PRESETS.fix.join(' '),
    state: 'state of the client',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...given,
  };
  return {
    verifier,
    parameters: Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined)) as never,
  };
}

/** Query of parameters; lists are repeated. */
export const queryOf = (parameters: Record<string, string | string[]>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  );

/** A browser that keeps cookies and follows no redirect; a call may add another cookie. */
export function createVisitor(app: App) {
  let cookie = '';
  return async (path: string, added?: string): Promise<Response> => {
    const response = await fetch(new URL(path, app.url), {
      redirect: 'manual',
      headers: { cookie: added ? `${cookie}; ${added}` : cookie, accept: 'text/html' },
    });
    const set = response.headers.getSetCookie().map((each) => each.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    return response;
  };
}

/** Sends the request for a code, and returns the id by which the member decides about it. */
export async function startRequest(visit: ReturnType<typeof createVisitor>, { parameters }: CodeRequest) {
  const response = await visit(`/oauth/authorize?${queryOf(parameters)}`);
  const location = response.headers.get('location');
  const id = location && new URL(location, 'http://app.test').searchParams.get('request');
  if (!id) throw new Error(`${response.status} ${location ?? (await response.text())}`);
  return id;
}

/** Allows a request as a member; by default all projects and what the preset `fix` has. */
export async function allow(app: App, { token }: Member, id: string, given: object = {}): Promise<string> {
  const body = { actions: TOKEN_PRESETS.fix, allProjects: true, ...given };
  const decided = await rest(app, 'POST', `/auth/app-requests/${id}/allow`, { token, body });
  if (decided.status !== 200) throw new Error(JSON.stringify(decided.body));
  return decided.body.redirectTo;
}

/** Posts a form to the token endpoint. */
export async function postToken(app: App, form: Record<string, string | string[]>) {
  const response = await fetch(`${app.url}/oauth/token`, { method: 'POST', body: queryOf(form) });
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  return { status: response.status, body: (await response.json()) as any };
}

/** Asks for a code, allows the request, and returns the parameters of the redirect. */
export async function requestCode(app: App, member: Member, request: CodeRequest, given: object = {}) {
  const visit = createVisitor(app);
  const id = await startRequest(visit, request);
  const returned = await visit(await allow(app, member, id, given));
  return new URL(returned.headers.get('location') ?? '').searchParams;
}

export interface AppTokens {
  clientId: string;
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
}

/** Connects a registered app to the account of a member, and returns its tokens. */
export async function connectApp(
  app: App,
  member: Member,
  given: { resource?: string; scope?: string; rights?: object } = {},
): Promise<AppTokens> {
  const { client_id } = await registerClient(app);
  const { rights, ...parameters } = given;
  const request = codeRequest(app, { client_id, ...parameters });
  const returned = await requestCode(app, member, request, rights);
  const { status, body } = await exchangeCode(app, request, returned.get('code') ?? '');
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { clientId: client_id, ...body };
}

/** Exchanges a code for tokens. */
export const exchangeCode = (app: App, { parameters, verifier }: CodeRequest, code: string, given: object = {}) =>
  postToken(app, {
    grant_type: 'authorization_code',
    code,
    client_id: parameters.client_id ?? '',
    redirect_uri: parameters.redirect_uri ?? '',
    code_verifier: verifier,
    resource: parameters.resource ?? '',
    ...given,
  });

/** Exchanges a refresh token for new tokens. */
export const refreshTokens = (app: App, { clientId, refresh_token }: Pick<AppTokens, 'clientId' | 'refresh_token'>) =>
  postToken(app, { grant_type: 'refresh_token', refresh_token, client_id: clientId });
