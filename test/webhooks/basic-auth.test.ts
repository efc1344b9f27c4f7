import { describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook, deliveriesOf } from '../support/webhooks.ts';
import { useReceiver } from './support/use-receiver.ts';

const app = useTestApp({ jobs: true });
const hooks = useReceiver(app);

const call = (method: string, path: string, body?: object) =>
  rest(app, method, path, { token: hooks.owner.token, body });
const withUser = (credentials: string, path = '/in') =>
  `${hooks.receiver.url.replace('://', `://${credentials}@`)}${path}`;
/** Authorization headers of the next delivery. */
async function sent(): Promise<(string | undefined)[]> {
  const before = hooks.receiver.requests.length;
  await createAnnotation(app, hooks.owner, hooks.projectId);
  await expect.poll(() => hooks.receiver.requests.length).toBeGreaterThan(before);
  return hooks.receiver.requests.slice(before).map(({ headers }) => headers.authorization as string | undefined);
}
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('a receiver with Basic authentication', () => {
  test('gets user name and password of the address, which nobody reads again', async () => {
    const created = await createWebhook(app, hooks.owner, { url: withUser('ada:s%40cret%C3%A9') });
    expect(created.url).toBe(withUser('•••'));
    expect(await sent()).toEqual([basic('ada:s@cret\u00e9')]);
    const answers = [
      await call('GET', `/v1/webhooks/${created.id}`),
      await call('GET', `/v1/webhooks?organizationId=${hooks.owner.organizationId}`),
      await call('GET', `/organizations/${hooks.owner.organizationId}/audit`),
      await deliveriesOf(app, hooks.owner, created.id),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/s%40cret|s@cret/);
    const { rows } = await app.services.pool.query('SELECT * FROM webhooks WHERE id = $1', [created.id]);
    expect(JSON.stringify(rows)).not.toMatch(/cret%|ada|s@cret/);
    expect(rows[0].url).toBe(`${hooks.receiver.url}/in`);
  });

  test('keeps them when the shown address comes back, and loses them with an address without', async () => {
    const { id } = await createWebhook(app, hooks.owner, { url: withUser('bob:pass') });
    expect((await call('PATCH', `/v1/webhooks/${id}`, { url: withUser('•••', '/other') })).body.data.url).toBe(
      withUser('•••', '/other'),
    );
    expect(await sent()).toContain(basic('bob:pass'));
    await call('PATCH', `/v1/webhooks/${id}`, { url: withUser('carl:new') });
    expect(await sent()).toContain(basic('carl:new'));
    await call('PATCH', `/v1/webhooks/${id}`, { url: `${hooks.receiver.url}/in` });
    expect(await sent()).toContain(undefined);
  });

  test('they are never sent to another receiver', async () => {
    const { id } = await createWebhook(app, hooks.owner, { url: withUser('ada:secret') });
    const { status, body } = await call('PATCH', `/v1/webhooks/${id}`, { url: 'http://•••@127.0.0.1:9/in' });
    expect([status, body.message]).toEqual([
      400,
      'url: enter the user name and the password again for another receiver',
    ]);
  });

  test.each(['a%3Ab:c', 'a:%0Ab', 'a:%'])('%s cannot be sent', async (credentials) => {
    const rejected = await createWebhook(app, hooks.owner, { url: withUser(credentials) }).catch(String);
    expect(rejected).toContain('its user name or password cannot be sent');
  });
});
