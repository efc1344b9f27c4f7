import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, registerMember } from '../support/factories.ts';
import {
  connectTracker,
  createIntegration,
  type IntegrationResponse,
  integrationDeliveries,
} from '../support/integrations.ts';
import { GITHUB } from '../support/servers/github-double.ts';
import { type ChannelDouble, startSlackDouble } from '../support/servers/slack-double.ts';
import { startTrackerDouble, type TrackerDouble } from '../support/servers/tracker-double.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook, deliveriesOf } from '../support/webhooks.ts';
import { useReceiver } from './support/use-receiver.ts';

const MARK = 'marked-internal-text';
const EVENTS = ['comment.created', 'comment.resolved'];

const app = useTestApp({ jobs: true });
const hooks = useReceiver(app);

const call = (method: string, path: string, body?: object) =>
  rest(app, method, path, { token: hooks.owner.token, body });
const show = (id: string, visibility: string) => call('PUT', `/annotations/${id}/visibility`, { visibility });
const bodiesOf = (path: string) =>
  hooks.receiver.requests
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body.toString()).data.comment);
const textsOf = (path: string): string[] => bodiesOf(path).map(({ text }) => text);

/** Writes internal and public texts; the last one is public. */
async function write(): Promise<void> {
  const internal = await createAnnotation(app, hooks.owner, hooks.projectId, {
    content: `${MARK} 1`,
    visibility: 'internal',
  });
  await call('POST', `/annotations/${internal.id}/comments`, { content: `${MARK} 2` });
  await call('PUT', `/annotations/${internal.id}/status`, { status: 'in_progress' });
  await call('PUT', `/annotations/${internal.id}/status`, { status: 'resolved' });
  const open = await createAnnotation(app, hooks.owner, hooks.projectId, { content: 'Public 1' });
  await call('POST', `/annotations/${open.id}/comments`, { content: `${MARK} 3`, visibility: 'internal' });
  await call('POST', `/annotations/${open.id}/comments`, { content: 'Public 2' });
}

test('webhooks receive internal texts only if they include them', async () => {
  const plain = await createWebhook(app, hooks.owner, { url: `${hooks.receiver.url}/plain`, events: EVENTS });
  const all = await createWebhook(app, hooks.owner, { url: `${hooks.receiver.url}/all`, events: EVENTS });
  const read = async ({ id }: { id: string }) => (await call('GET', `/v1/webhooks/${id}`)).body.data.includeInternal;
  expect(await read(plain)).toBe(false);
  expect((await call('PATCH', `/v1/webhooks/${all.id}`, { includeInternal: true })).status).toBe(200);
  expect(await read(all)).toBe(true);
  await registerMember(app, hooks.owner.organizationId, 'admin');
  await write();
  await expect.poll(() => textsOf('/all')).toHaveLength(6);
  await expect.poll(() => textsOf('/plain').sort()).toEqual(['Public 1', 'Public 2']);
  expect(textsOf('/all').sort()).toEqual(['Public 1', 'Public 2', `${MARK} 1`, `${MARK} 1`, `${MARK} 2`, `${MARK} 3`]);
  expect(bodiesOf('/all').filter(({ visibility }) => visibility === 'internal')).toHaveLength(4);
  expect(await deliveriesOf(app, hooks.owner, plain.id)).toHaveLength(2);
  const directory = join(app.dataDir, 'mail');
  const mails = await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')));
  expect(mails.length).toBeGreaterThan(0);
  expect(mails.join()).not.toContain(MARK);
});

test('an annotation that becomes public is a created comment', async () => {
  await createWebhook(app, hooks.owner, { url: `${hooks.receiver.url}/plain`, events: EVENTS });
  const { id } = await createAnnotation(app, hooks.owner, hooks.projectId, { content: MARK, visibility: 'internal' });
  await call('PATCH', `/annotations/${id}`, { content: 'Fit to be seen' });
  await show(id, 'public');
  await expect.poll(() => textsOf('/plain')).toEqual(['Fit to be seen']);
  expect(bodiesOf('/plain')).toMatchObject([{ id, annotationId: id, visibility: 'public' }]);
});

test('a delivery whose annotation became internal is cancelled, also when it is requested again', async () => {
  const webhook = await createWebhook(app, hooks.owner, { url: `${hooks.receiver.url}/plain`, events: EVENTS });
  hooks.respond = (_request, response) => response.writeHead(500).end();
  const { id } = await createAnnotation(app, hooks.owner, hooks.projectId, { content: MARK });
  await expect.poll(() => textsOf('/plain')).toHaveLength(1);
  await expect.poll(async () => (await deliveriesOf(app, hooks.owner, webhook.id))[0]?.attemptCount).toBe(1);
  await show(id, 'internal');
  hooks.respond = (_request, response) => response.writeHead(204).end();
  const delivery = async () => (await deliveriesOf(app, hooks.owner, webhook.id))[0];
  const deliveryId = (await delivery())?.id;
  expect((await call('POST', `/v1/webhooks/${webhook.id}/deliveries/${deliveryId}/redeliver`)).status).toBeLessThan(
    300,
  );
  await expect.poll(async () => (await delivery())?.state).toBe('cancelled');
  expect(await delivery()).toMatchObject({ error: expect.stringMatching(/set includeInternal, then deliver again/) });
  expect(textsOf('/plain')).toHaveLength(1);
  await call('PATCH', `/v1/webhooks/${webhook.id}`, { includeInternal: true });
  await call('POST', `/v1/webhooks/${webhook.id}/deliveries/${deliveryId}/redeliver`);
  await expect.poll(async () => (await delivery())?.state).toBe('delivered');
});

test('integrations receive internal texts only if they include them', async () => {
  const channels: ChannelDouble[] = [await startSlackDouble(), await startSlackDouble()];
  const trackers: TrackerDouble[] = [await startTrackerDouble(GITHUB), await startTrackerDouble(GITHUB)];
  const integrations: IntegrationResponse[] = [];
  for (const [index, includeInternal] of [false, true].entries()) {
    const channel = channels[index] as ChannelDouble;
    const settings = { provider: 'slack', webhookUrl: channel.webhookUrl, includeInternal };
    integrations.push(await createIntegration(app, hooks.owner, hooks.projectId, settings));
    integrations.push(
      await connectTracker(app, hooks.owner, hooks.projectId, trackers[index] as TrackerDouble, { includeInternal }),
    );
  }
  await write();
  const counts = async () => {
    const deliveries = await Promise.all(integrations.map((integration) => integrationDeliveries(app, integration)));
    return deliveries.map((list) => list.filter(({ state }) => state === 'delivered').length);
  };
  await expect.poll(counts).toEqual([2, 2, 7, 7]);
  const sent = (index: number) => JSON.stringify([channels[index]?.messages, trackers[index]?.issues]);
  expect(sent(0)).not.toContain(MARK);
  for (const text of ['Public 1', 'Public 2']) expect(sent(0)).toContain(text);
  for (const text of ['1', '2', '3']) expect(sent(1)).toContain(`${MARK} ${text}`);
  for (const double of [...channels, ...trackers]) await double.close();
});
