import { expect, test } from 'vitest';
import { TOKEN_ACTIONS, TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { rest } from '../../support/client.ts';
import { createProject, registerUser } from '../../support/factories.ts';
import { callTool, connectAgent } from '../../support/mcp.ts';
import {
  codeRequest,
  connectApp,
  createVisitor,
  exchangeCode,
  postToken,
  queryOf,
  refreshTokens,
  registerClient,
  requestCode,
  startRequest,
} from '../../support/oauth.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();

test('the metadata names the endpoints, PKCE and the actions', async () => {
  const response = await fetch(`${app.url}/.well-known/oauth-authorization-server`);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toMatchObject({
    issuer: app.url,
    authorization_endpoint: `${app.url}/oauth/authorize`,
    token_endpoint: `${app.url}/oauth/token`,
    device_authorization_endpoint: `${app.url}/oauth/device/code`,
    registration_endpoint: `${app.url}/oauth/register`,
    revocation_endpoint: `${app.url}/oauth/revoke`,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types_supported: ['code'],
    scopes_supported: TOKEN_ACTIONS,
  });
});

test('an app gets tokens for what its member allows, and calls tools with them', async () => {
  const owner = await registerUser(app);
  const project = await createProject(app, owner);
  const { client_id } = await registerClient(app);
  const request = codeRequest(app, { client_id });
  const returned = await requestCode(app, owner, request, { actions: TOKEN_PRESETS.read, allProjects: true });
  expect(Object.fromEntries(returned)).toEqual({
    code: expect.any(String),
    state: 'state of the client',
    iss: app.url,
  });

  const tokens = await exchangeCode(app, request, returned.get('code') ?? '');
  expect(tokens).toEqual({
    status: 200,
    body: {
      access_token: expect.stringMatching(/^pbo_\w{49}$/),
      refresh_token: expect.stringMatching(/^pbr_\w{49}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: TOKEN_PRESETS.read.toSorted().join(' '),
    },
  });
  const agent = await connectAgent(app, tokens.body.access_token);
  const { answer } = await callTool(agent, 'whoami');
  expect(JSON.stringify(answer)).toContain(project.id);
  await agent.close();

  const { body } = await rest(app, 'GET', '/auth/connected-apps', { token: owner.token });
  expect(body).toMatchObject([
    { name: 'Test agent', clientId: client_id, redirectHost: '127.0.0.1:4999', allProjects: true, revokedAt: null },
  ]);
});

test('a refresh replaces both tokens; the second use of a refresh token ends the connection', async () => {
  const owner = await registerUser(app);
  await createProject(app, owner);
  const first = await connectApp(app, owner);
  const second = await refreshTokens(app, first);
  expect(second).toMatchObject({ status: 200, body: { expires_in: 3600 } });
  expect(second.body.refresh_token).not.toBe(first.refresh_token);

  expect(await refreshTokens(app, first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const newest = { clientId: first.clientId, refresh_token: second.body.refresh_token };
  expect(await refreshTokens(app, newest)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const call = await fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${second.body.access_token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(call.status).toBe(401);
  const { body } = await rest(app, 'GET', '/auth/connected-apps', { token: owner.token });
  expect(body).toMatchObject([{ revokedAt: expect.any(String) }]);
});

test('a token is for one resource', async () => {
  const owner = await registerUser(app);
  await createProject(app, owner);
  const forAgents = await connectApp(app, owner);
  const forApi = await connectApp(app, owner, { resource: `${app.url}/graphql` });
  const callApi = (token: string) => rest(app, 'GET', '/organizations', { token });
  expect(await callApi(forApi.access_token)).toMatchObject({ status: 200 });
  expect(await callApi(forAgents.access_token)).toMatchObject({
    status: 401,
    body: { message: `The access token is for ${app.url}/mcp; request one with resource=${app.url}/graphql` },
  });
  await expect(connectAgent(app, forApi.access_token)).rejects.toThrow();
});

test('a device gets tokens after its member typed the code', async () => {
  const owner = await registerUser(app);
  await createProject(app, owner);
  const client_id = 'pinbound-cli';
  const resource = `${app.url}/graphql`;
  const started = await fetch(`${app.url}/oauth/device/code`, {
    method: 'POST',
    body: queryOf({ client_id, resource, scope: TOKEN_PRESETS.ci.join(' ') }),
  });
  const device = (await started.json()) as Record<string, string>;
  expect(device).toMatchObject({
    user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
    verification_uri: `${app.url}/oauth/device`,
    verification_uri_complete: `${app.url}/oauth/device?user_code=${device.user_code}`,
    expires_in: 600,
  });
  const opened = await fetch(device.verification_uri_complete ?? '', { redirect: 'manual' });
  expect(opened.headers.get('location')).toBe(`/app/device?code=${device.user_code}`);
  const poll = () =>
    postToken(app, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device.device_code ?? '',
      client_id,
      resource,
    });
  expect(await poll()).toMatchObject({ status: 400, body: { error: 'authorization_pending' } });

  const { token } = owner;
  const code = device.user_code?.toLowerCase();
  expect(await rest(app, 'GET', `/auth/app-requests/${code}?isDevice=true`, { token })).toMatchObject({
    status: 200,
    body: { clientName: 'Pinbound CLI', isBuiltIn: true, redirectHost: null },
  });
  const body = { actions: TOKEN_PRESETS.ci, allProjects: true, isDevice: true };
  const allowed = await rest(app, 'POST', `/auth/app-requests/${code}/allow`, { token, body });
  expect(allowed).toMatchObject({ status: 200, body: { redirectTo: null } });
  const tokens = await poll();
  expect(tokens).toMatchObject({ status: 200, body: { scope: TOKEN_PRESETS.ci.toSorted().join(' ') } });
  expect(await rest(app, 'GET', '/organizations', { token: tokens.body.access_token })).toMatchObject({ status: 200 });
});

test('a member denies a request', async () => {
  const { token } = await registerUser(app);
  const { client_id } = await registerClient(app);
  const visit = createVisitor(app);
  const id = await startRequest(visit, codeRequest(app, { client_id }));
  const denied = await rest(app, 'POST', `/auth/app-requests/${id}/deny`, { token });
  const returned = await visit(denied.body.redirectTo);
  expect(Object.fromEntries(new URL(returned.headers.get('location') ?? '').searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'state of the client',
  });
  expect(await rest(app, 'GET', `/auth/app-requests/${id}`, { token })).toMatchObject({ status: 404 });
});
