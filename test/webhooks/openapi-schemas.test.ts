import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { PUBLIC_EVENT_TYPES, reopenedEventData } from '../../src/resolvers/platform/events/event-types.ts';
import { recordEvent } from '../../src/resolvers/platform/events/record-event.ts';
import { rest } from '../support/client.ts';
import { advance, deploy } from '../support/deployments.ts';
import { createAnnotation, createProject, registerUser } from '../support/factories.ts';
import { createPicture } from '../support/pictures.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { pageElement, storeLocatedSnapshot } from '../support/snapshots.ts';
import { startTestApp } from '../support/test-app.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook } from '../support/webhooks.ts';

const TYPES = [...PUBLIC_EVENT_TYPES, 'test'];

const app = useTestApp();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

type Json = Record<string, unknown>;

/** Resolves the references of a schema and forbids members that it does not describe. */
function strict(schema: unknown, document: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => strict(item, document));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref) {
    const path = $ref.split('/').slice(1);
    return strict(
      path.reduce((at, name) => at[name] as Json, document),
      document,
    );
  }
  const members = Object.entries(schema).map(([name, value]) => [name, strict(value, document)]);
  return { ...Object.fromEntries(members), ...('properties' in schema && { additionalProperties: false }) };
}

test('each delivery matches the OpenAPI schema of its type, without additional members', async () => {
  const owner = await registerUser(app);
  const { token, organizationId } = owner;
  const { id: webhookId } = await createWebhook(app, owner, { url: receiver.url, events: [...PUBLIC_EVENT_TYPES] });
  const project = await createProject(app, owner);
  const metadata = { selector: '#total', text: '12 €', tag: 'p' };
  const annotation = await createAnnotation(app, owner, project.id, { metadata });
  const thread = `/annotations/${annotation.id}`;
  const reply = await rest(app, 'POST', `${thread}/comments`, { token, body: { content: 'Which one?' } });
  await rest(app, 'PATCH', `${thread}/comments/${reply.body.id}`, { token, body: { content: 'Which price?' } });
  await rest(app, 'DELETE', `${thread}/comments/${reply.body.id}`, { token });
  await rest(app, 'PUT', `/annotations/${annotation.id}/status`, { token, body: { status: 'resolved' } });
  await rest(app, 'POST', `/organizations/${organizationId}/invitations`, {
    token,
    body: { email: 'grace@example.com', role: 'editor' },
  });
  const picture = createPicture(9, 9, (x) => [x, 0, 0]);
  await storeLocatedSnapshot(app, owner, { projectId: project.id, picture, elements: [] });
  const elements = [pageElement('#total', [0, 0, 5, 5])];
  const snapshot = await storeLocatedSnapshot(app, owner, { projectId: project.id, picture, elements });
  const live = { projectId: project.id, name: 'Live', url: 'https://shop.example/', kind: 'production' };
  const environment = await rest(app, 'POST', '/environments', { token, body: live });
  const deployer = { token, projectId: project.id, environmentId: environment.body.id };
  expect((await deploy(app, deployer, { commit: 'f00d' })).status).toBe(202);
  await advance(app, () => 'The page did not load');
  const { id: deploymentId } = (await deploy(app, deployer, { commit: 'f00d' })).body.data;
  await recordEvent(app.services.pool, {
    type: 'annotation.reopened',
    organizationId,
    projectId: project.id,
    annotationId: annotation.id,
    data: reopenedEventData(
      { ...annotation, visibility: 'public', projectId: project.id },
      { deploymentId, environmentId: environment.body.id },
    ),
  });
  await rest(app, 'PUT', `${thread}/status`, { token, body: { status: 'open' } });
  await rest(app, 'DELETE', thread, { token });
  expect((await rest(app, 'POST', `/v1/webhooks/${webhookId}/test`, { token })).status).toBeLessThan(300);

  // Started only now: an earlier worker would capture the snapshot.
  const worker = await startTestApp({ databaseUrl: app.databaseUrl, jobs: true });
  await expect
    .poll(() => [...new Set(receiver.requests.map(({ headers }) => headers['x-svc-event']))].sort())
    .toEqual([...TYPES].sort());
  await worker.close();

  const { body: document } = await rest(app, 'GET', '/openapi.json');
  expect(Object.keys(document.webhooks).sort()).toEqual([...TYPES].sort());
  for (const { body, headers } of receiver.requests) {
    const { post } = document.webhooks[String(headers['x-svc-event'])];
    const schema = z.fromJSONSchema(
      strict(post.requestBody.content['application/json'].schema, document) as Parameters<typeof z.fromJSONSchema>[0],
    );
    const event = JSON.parse(body.toString());
    expect([event.type, schema.safeParse(event).error?.message]).toEqual([event.type, undefined]);
    expect(schema.safeParse({ ...event, data: { ...event.data, more: 1 } }).success).toBe(false);
    expect(schema.safeParse({ ...event, type: 'another' }).success).toBe(false);
    for (const { $ref } of post.parameters) {
      const { name } = document.components.parameters[$ref.split('/').at(-1)];
      expect(headers).toHaveProperty([name.toLowerCase()]);
    }
    if (event.type !== 'snapshot.completed') continue;
    expect(event.data.snapshot).toMatchObject({ projectId: project.id, status: 'completed' });
    if (event.data.snapshot.id === snapshot.id) expect((await fetch(event.data.snapshot.imageUrl)).status).toBe(200);
  }
});

test('the OpenAPI document declares the event types of a webhook as an enum', async () => {
  const { body: document } = await rest(app, 'GET', '/openapi.json');
  const { CreateWebhookBody, UpdateWebhookBody, Webhook } = document.components.schemas;
  for (const { properties } of [CreateWebhookBody, UpdateWebhookBody, Webhook]) {
    expect(properties.events.items).toEqual({ type: 'string', enum: [...PUBLIC_EVENT_TYPES] });
  }
});

test('the example of each delivery matches its schema', async () => {
  const { body: document } = await rest(app, 'GET', '/openapi.json');
  for (const type of TYPES) {
    const content = document.webhooks[type].post.requestBody.content['application/json'];
    const schema = z.fromJSONSchema(strict(content.schema, document) as Parameters<typeof z.fromJSONSchema>[0]);
    expect([type, schema.safeParse(content.example).error?.message]).toEqual([type, undefined]);
  }
});
