import { createHash, randomBytes } from 'node:crypto';
import { type RestResponse, rest } from './client.ts';
import { PASSWORD, type TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Project and origin that a session of the panel is bound to. */
export interface PanelSite {
  projectId: string;
  origin: string;
}

/** Value of a response's cookie as a browser would send it; empty after its deletion. */
export const cookieOf = ({ headers }: RestResponse): string => {
  const [pair = '', ...attributes] = (headers.get('set-cookie') ?? '').split('; ');
  return attributes.includes('Max-Age=0') ? '' : pair;
};

interface Call {
  origin?: string;
  cookie?: string;
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

/** Calls an endpoint of the panel's session as the panel does. */
export const postAsPanel = (
  app: TestApp,
  name: string,
  { origin = app.url, cookie, body, token, headers }: Call = {},
): Promise<RestResponse> =>
  rest(app, 'POST', `/auth/panel/${name}`, {
    body,
    token,
    headers: { 'x-panel': '1', ...(origin && { origin }), ...(cookie && { cookie }), ...headers },
  });

/** Lists origins that may show the panel of a project. */
export const listOrigins = (app: TestApp, { token }: TestUser, projectId: string, panelOrigins: string[]) =>
  rest(app, 'PATCH', `/projects/${projectId}`, { token, body: { panelOrigins } });

/** Creates a verifier with its challenge. */
export function newVerifier(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Logs in to the dashboard; returns its cookie. */
export const logInToDashboard = async (app: TestApp, { email }: TestUser): Promise<string> =>
  cookieOf(
    await rest(app, 'POST', '/auth/session/start', {
      body: { email, password: PASSWORD },
      headers: { origin: app.url },
    }),
  );

/** Requests a code with the dashboard's cookie. */
export const requestCode = (app: TestApp, cookie: string, body: object): Promise<RestResponse> =>
  rest(app, 'POST', '/auth/session/panel-code', { body, headers: { origin: app.url, cookie } });

/** Opens a session of the panel as the popup and the panel do. */
export async function openPanel(app: TestApp, user: TestUser, site: PanelSite) {
  const login = await logInToDashboard(app, user);
  const { verifier, challenge } = newVerifier();
  const { body: created } = await requestCode(app, login, { ...site, challenge });
  const response = await postAsPanel(app, 'exchange', { body: { ...site, code: created.code, verifier } });
  return { login, cookie: cookieOf(response), token: response.body.accessToken as string, response };
}
