import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretBox } from '../../src/infrastructure/secrets/secret-box.ts';
import { rest } from '../support/client.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { createWebhook, deliveriesOf, SECRET } from '../support/webhooks.ts';

const UNREADABLE = 'No request was sent: the stored secret or token cannot be read.';

let app: TestApp;
let owner: TestUser;
let receiver: Receiver;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  owner = await registerUser(app);
  receiver = await startReceiver((_request, response) => response.writeHead(204).end());
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
/** Simulates a start without the AUTH_SECRET that the secret was encrypted with. */
const lose = (id: string) =>
  app.services.pool.query('UPDATE webhooks SET secret = $2 WHERE id = $1', [
    id,
    createSecretBox(['a-secret-that-is-not-listed-any-more']).seal(SECRET, id),
  ]);

test('a delivery reports that its secret cannot be decrypted; setting a new secret repairs the webhook', async () => {
  const { id } = await createWebhook(app, owner, { url: receiver.url });
  await lose(id);
  await call('POST', `/v1/webhooks/${id}/test`);
  await expect.poll(async () => (await deliveriesOf(app, owner, id))[0]?.error).toContain(UNREADABLE);
  expect(receiver.requests).toEqual([]);

  const secret = `whsec_${Buffer.from('another twenty-four byte').toString('base64')}`;
  expect((await call('PATCH', `/v1/webhooks/${id}`, { secret })).status).toBe(200);
  await call('POST', `/v1/webhooks/${id}/test`);
  await expect.poll(() => receiver.requests.length).toBe(1);
  expect(receiver.requests[0]?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
});

test('an integration accepts its token and inbound secret again; other settings can change without them', async () => {
  const projectId = (await createProject(app, owner)).id;
  const place = { provider: 'github', repository: 'acme/shop', token: 'ghp_0123456789abcdefWXYZ' };
  const { id } = (await call('POST', '/integrations', { projectId, ...place })).body;
  await lose(id);
  const path = `/integrations/${id}`;
  const renamed = (await call('PATCH', path, { name: 'Shop', enabled: false })).body;
  expect(renamed).toMatchObject({ name: 'Shop', enabled: false, hasInboundSecret: true, credentialHint: '…WXYZ' });
  expect(await call('POST', `${path}/inbound`, {})).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('cannot be read') },
  });
  const inboundSecret = 'sixteen-characters-or-more';
  expect((await call('PATCH', path, { inboundSecret })).body.message).toBe('token: is required');
  const token = 'ghp_another0123456789ABCD';
  expect((await call('PATCH', path, { token })).body.message).toBe(
    'inboundSecret: is required: the stored value cannot be read',
  );
  expect((await call('PATCH', path, { token, inboundSecret, enabled: true })).body).toMatchObject({
    credentialHint: '…ABCD',
    hasInboundSecret: true,
  });
  expect((await call('PATCH', path, { name: 'Shop' })).body).toMatchObject({ name: 'Shop' });
});
