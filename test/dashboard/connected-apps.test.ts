// Cost: about 15 s, one browser and one service.
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { TOKEN_PRESETS } from '../../src/resolvers/platform/policies/token-actions.ts';
import { rest } from '../support/client.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { callTool } from '../support/mcp.ts';
import { AGENT, codeRequest, postToken, queryOf, registerClient } from '../support/oauth.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

/** Log-in of the official client, whose user opens the address in a tab. */
function createLogIn(redirectUrl: string, open: (address: URL) => Promise<void>): OAuthClientProvider {
  const kept = new Map<string, unknown>();
  return {
    redirectUrl,
    clientMetadata: { ...AGENT, client_name: 'Claude', redirect_uris: [redirectUrl] },
    clientInformation: () => kept.get('client') as never,
    saveClientInformation: (client) => void kept.set('client', client),
    tokens: () => kept.get('tokens') as never,
    saveTokens: (tokens) => void kept.set('tokens', tokens),
    redirectToAuthorization: open,
    saveCodeVerifier: (verifier) => void kept.set('verifier', verifier),
    codeVerifier: () => kept.get('verifier') as string,
    saveDiscoveryState: (state) => void kept.set('discovery', state),
    discoveryState: () => kept.get('discovery') as never,
  };
}

const tick = (page: DashboardPage['page'], selector: string) => page.locator(selector).click();

test('the official client of the protocol connects after a consent in the browser, until it is disconnected', async () => {
  const owner = await registerUser(app);
  const project = await createProject(app, owner);
  const other = await createProject(app, owner);
  const dashboard = await logIn(owner, '/account/apps');
  const { page } = dashboard;
  await dashboard.see('No connected apps');
  const callback = await startReceiver((_request, response) => response.end('You can close this page'));

  const provider = createLogIn(`${callback.url}/callback`, async (address) => {
    await page.goto(address.href);
  });
  const connect = () => {
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', app.url), { authProvider: provider });
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
    return { transport, client, connected: client.connect(transport) };
  };
  const first = connect();

  await expect(first.connected).rejects.toThrow();

  await dashboard.see(new URL(callback.url).host);
  await dashboard.see('Not verified by this installation');
  await dashboard.see('“Claude” wants to act for you');
  await inspect(dashboard);
  await dashboard.click('button', 'Allow');
  await dashboard.see('Choose at least one project');
  await tick(page, 'input[value=comment]');
  await tick(page, `input[value="${project.id}"]`);
  await dashboard.click('button', 'Allow');
  await dashboard.see('You can close this page');

  await first.transport.finishAuth(new URL(page.url()).searchParams);
  const { client, connected } = connect();
  await connected;
  const { answer } = await callTool(client, 'whoami');
  expect(JSON.stringify(answer)).toContain(project.id);
  expect(JSON.stringify(answer)).not.toContain(other.id);
  await client.close();
  const listed = await rest(app, 'GET', '/auth/connected-apps', { token: owner.token });
  expect(listed.body).toMatchObject([
    { name: 'Claude', actions: TOKEN_PRESETS.comment.toSorted(), projectIds: [project.id] },
  ]);

  await dashboard.open('/account/apps');
  await dashboard.see('Claude');
  await inspect(dashboard);
  await dashboard.click('button', 'Disconnect Claude');
  await dashboard.click('button', 'Disconnect');
  await page.waitForSelector('li ::-p-text(Disconnected)');
  const again = connect();
  await expect(again.connected).rejects.toThrow();
  expect(dashboard.problems).toEqual([]);
  await callback.close();
});

test('a member types the code of a device, and denies it', async () => {
  const owner = await registerUser(app);
  await createProject(app, owner);
  const started = await fetch(`${app.url}/oauth/device/code`, {
    method: 'POST',
    body: queryOf({ client_id: 'pinbound-cli', resource: `${app.url}/graphql` }),
  });
  const device = (await started.json()) as Record<string, string>;
  const dashboard = await logIn(owner, '/account/apps');
  const { page } = dashboard;
  await page.goto(device.verification_uri ?? '');
  await dashboard.see('Connect a device');
  await dashboard.type('Code', 'AAAA-BBBB');
  await inspect(dashboard);
  await dashboard.click('button', 'Next');
  await dashboard.see('This request was answered or has expired');
  await dashboard.click('button', 'Enter another code');
  await dashboard.type('Code', device.user_code ?? '');
  await dashboard.click('button', 'Next');
  await dashboard.see('This is Pinbound’s command line');
  await inspect(dashboard);
  await dashboard.click('button', 'Deny');
  await dashboard.see('Return to your device');
  const polled = await postToken(app, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: device.device_code ?? '',
    client_id: 'pinbound-cli',
  });
  expect(polled.body.error).toBe('access_denied');
});

test('an app that takes the name of the command line is not taken for it', async () => {
  const owner = await registerUser(app);
  await createProject(app, owner);
  const { client_id } = await registerClient(app, { ...AGENT, client_name: 'Pinbound CLI' });
  const dashboard = await logIn(owner, '/account/apps');
  await dashboard.page.goto(`${app.url}/oauth/authorize?${queryOf(codeRequest(app, { client_id }).parameters)}`);
  await dashboard.see('“Pinbound CLI” wants to act for you');
  await dashboard.see('Not verified by this installation: anyone can choose this name');
  expect(await dashboard.page.content()).not.toContain('This is Pinbound’s command line');
});

test('a page of another site cannot frame the consent', async () => {
  const owner = await registerUser(app);
  const dashboard = await logIn(owner, '/account/apps');
  const { client_id } = await registerClient(app);
  const address = `${app.url}/oauth/authorize?${queryOf(codeRequest(app, { client_id }).parameters)}`;
  const other = await startReceiver((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<iframe src="${address.replaceAll('&', '&amp;')}"></iframe>`);
  });
  await dashboard.page.goto(other.url.replace('127.0.0.1', 'localhost'));
  const frame = await dashboard.page.waitForFrame((each) => each.parentFrame() !== null);
  await expect.poll(() => frame.url()).toMatch(/^chrome-error:/);
  await other.close();
});
