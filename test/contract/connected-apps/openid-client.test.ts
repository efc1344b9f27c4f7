import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  initiateDeviceAuthorization,
  None,
  pollDeviceAuthorizationGrant,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client';
import { beforeAll, expect, test } from 'vitest';
import { TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { rest } from '../../support/client.ts';
import { registerUser, type TestUser } from '../../support/factories.ts';
import { allow, createVisitor } from '../../support/oauth.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const REDIRECT = 'http://127.0.0.1:4999/callback';
const scope = TOKEN_PRESETS.read.join(' ');

let owner: TestUser;
let client: Configuration;
beforeAll(async () => {
  owner = await registerUser(app);
  client = await discovery(new URL(app.url), 'pinbound-cli', undefined, None(), {
    algorithm: 'oauth2',
    execute: [allowInsecureRequests],
  });
});

const me = async (token: string) => (await rest(app, 'GET', '/auth/me', { token })).status;

test('a certified client gets a code, tokens and new tokens, and revokes them', async () => {
  const [state, verifier] = [randomState(), randomPKCECodeVerifier()];
  const resource = `${app.url}/graphql`;
  const address = buildAuthorizationUrl(client, {
    redirect_uri: REDIRECT,
    scope,
    state,
    resource,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const visit = createVisitor(app);
  const asked = await visit(address.href);
  const id = new URL(asked.headers.get('location') ?? '', app.url).searchParams.get('request') ?? '';
  const returned = await visit(await allow(app, owner, id, { actions: TOKEN_PRESETS.read }));
  const callback = new URL(returned.headers.get('location') ?? '');
  // The client checks state and iss.
  const checks = { expectedState: state, pkceCodeVerifier: verifier };
  const forged = new URL(callback);
  forged.searchParams.set('iss', 'https://evil.example');
  await expect(authorizationCodeGrant(client, forged, checks, { resource })).rejects.toThrow(
    'invalid response encountered',
  );
  const first = await authorizationCodeGrant(client, callback, checks, { resource });
  expect(await me(first.access_token)).toBe(200);

  const second = await refreshTokenGrant(client, first.refresh_token ?? '', { resource });
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(await me(second.access_token)).toBe(200);
  await tokenRevocation(client, second.refresh_token ?? '');
  expect(await me(second.access_token)).toBe(401);
  await expect(refreshTokenGrant(client, second.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('a certified client gets tokens by a device', async () => {
  const resource = `${app.url}/graphql`;
  const device = await initiateDeviceAuthorization(client, { scope, resource });
  const body = { isDevice: true, actions: TOKEN_PRESETS.read, allProjects: true };
  await rest(app, 'POST', `/auth/app-requests/${device.user_code}/allow`, { token: owner.token, body });
  const tokens = await pollDeviceAuthorizationGrant(client, { ...device, interval: 0 }, { resource });
  expect(await me(tokens.access_token)).toBe(200);
});
