import { createHmac, randomUUID } from 'node:crypto';
import { verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { shortId } from '../../src/infrastructure/database/ids.ts';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser } from '../support/factories.ts';
import type { Received } from '../support/servers/receiver.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook, deliveriesOf, SECRET } from '../support/webhooks.ts';
import { useReceiver } from './support/use-receiver.ts';

const app = useTestApp({ jobs: true });
const hooks = useReceiver(app);

const header = ({ headers }: Received, name: string) => String(headers[name]);
const deliveryKey = (request: Received) =>
  ['x-svc-event', 'x-svc-delivery', 'x-svc-attempt'].map((name) => header(request, name)).join(' ');
const annotate = (content: string) => createAnnotation(app, hooks.owner, hooks.projectId, { content });
const received = (count: number) => expect.poll(() => hooks.receiver.requests.map(deliveryKey)).toHaveLength(count);

/** Verifies a request with two independent npm packages, as a receiver would. */
async function accepted({ body, headers }: { body: string; headers: Record<string, string> }): Promise<boolean[]> {
  const standard = () => {
    try {
      new Webhook(SECRET).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  };
  return [await verify(SECRET, body, headers['x-svc-signature'] ?? ''), standard()];
}
const signedBy = (request: Received) => ({
  body: request.body.toString(),
  headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
});

test('delivers an event to each subscribed webhook, signed, with the documented payload', async () => {
  const webhook = await createWebhook(app, hooks.owner, { url: `${hooks.receiver.url}/hooks` });
  await createWebhook(app, hooks.owner, {
    url: `${hooks.receiver.url}/other`,
    events: ['comment.resolved', 'project.created'],
  });
  const made = await annotate('Größer 👍 "quoted" \u2028 </script>');
  await received(1);
  const [request] = hooks.receiver.requests as [Received];
  expect(request).toMatchObject({ method: 'POST', path: '/hooks' });
  expect(JSON.parse(request.body.toString())).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    type: 'comment.created',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: {
      comment: {
        id: made.id,
        text: made.content,
        annotationId: made.id,
        number: 1,
        parentId: null,
        author: { id: hooks.owner.id, name: 'Ada', isVisitor: false, via: null },
        url: made.url,
        environment: null,
        element: null,
        pictureUrl: null,
        status: 'open',
        priority: 'normal',
        labels: [],
        assignee: null,
        visibility: 'public',
        link: 'https://shop.example/cart#pinbound=1',
        appLink: `${app.services.config.http.baseUrl}/a/${shortId(made.id)}`,
      },
      project: { id: hooks.projectId },
    },
  });
  const { id } = JSON.parse(request.body.toString());
  expect(request.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Pinbound-Webhooks/1',
    'x-svc-event': 'comment.created',
    'x-svc-delivery': id,
    'x-svc-attempt': '1',
    'webhook-id': id,
  });
  expect(await accepted(signedBy(request))).toEqual([true, true]);
  await expect
    .poll(async () => (await deliveriesOf(app, hooks.owner, webhook.id))[0])
    .toMatchObject({ eventId: id, state: 'delivered', attemptCount: 1, nextAttemptAt: null, responseStatus: 204 });
});

test('both verifiers reject a body with any byte changed', async () => {
  await createWebhook(app, hooks.owner, { url: hooks.receiver.url });
  await annotate('a');
  await received(1);
  const { body, headers } = signedBy(hooks.receiver.requests[0] as Received);
  for (let at = 0; at < body.length; at += 1) {
    const changed = body.slice(0, at) + String.fromCharCode(body.charCodeAt(at) ^ 1) + body.slice(at + 1);
    expect(await accepted({ body: changed, headers })).toEqual([false, false]);
  }
  expect(await accepted({ body: `${body} `, headers })).toEqual([false, false]);
  const later = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
  expect(await accepted({ body, headers: later })).toEqual([true, false]);
});

test('delivers only events of its project to a webhook with a project, and none of another organization', async () => {
  const other = await createProject(app, hooks.owner);
  await createWebhook(app, hooks.owner, { url: `${hooks.receiver.url}/own`, projectId: hooks.projectId });
  const outsider = await registerUser(app);
  await createWebhook(app, outsider, { url: `${hooks.receiver.url}/outsider` });
  await createAnnotation(app, hooks.owner, other.id);
  await annotate('mine');
  await received(1);
  expect(hooks.receiver.requests.map(({ path }) => path)).toEqual(['/own']);
});

test('does not deliver events older than the webhook, however late they are relayed', async () => {
  await createWebhook(app, hooks.owner, { url: hooks.receiver.url, events: ['project.created', 'comment.created'] });
  await app.services.pool.query(
    `INSERT INTO events (id, type, organization_id, project_id, data, created_at)
     VALUES (gen_random_uuid(), 'project.created', $1, $2, '{}', now() - interval '1 minute')`,
    [hooks.owner.organizationId, hooks.projectId],
  );
  await annotate('after it');
  await received(1);
  const unrelayed = () =>
    app.services.pool.query('SELECT FROM events WHERE organization_id = $1 AND relayed_at IS NULL', [
      hooks.owner.organizationId,
    ]);
  await expect.poll(async () => (await unrelayed()).rowCount).toBe(0);
  expect(hooks.receiver.requests.map((request) => header(request, 'x-svc-event'))).toEqual(['comment.created']);
});

test('each change emits the event type documented for it', async () => {
  const events = ['project.created', 'comment.created', 'comment.resolved', 'member.invited'];
  await createWebhook(app, hooks.owner, { url: hooks.receiver.url, events });
  const { token, organizationId } = hooks.owner;
  await createProject(app, hooks.owner);
  const made = await annotate('a');
  await rest(app, 'POST', `/annotations/${made.id}/comments`, { token, body: { content: 'reply' } });
  await rest(app, 'PUT', `/annotations/${made.id}/status`, { token, body: { status: 'resolved' } });
  await rest(app, 'POST', `/organizations/${organizationId}/invitations`, {
    token,
    body: { email: 'grace@example.com', role: 'editor' },
  });
  await received(5);
  expect(hooks.receiver.requests.map((request) => header(request, 'x-svc-event')).sort()).toEqual(
    [...events, 'comment.created'].sort(),
  );
});

test('retries a failure with the same id and bytes, a new timestamp and a new signature', async () => {
  hooks.respond = (request, response) =>
    response.writeHead(header(request, 'x-svc-attempt') === '1' ? 500 : 200).end('ok');
  const webhook = await createWebhook(app, hooks.owner, { url: hooks.receiver.url });
  await annotate('a');
  await received(1);
  const failed = async () => (await deliveriesOf(app, hooks.owner, webhook.id))[0];
  await expect.poll(failed).toMatchObject({
    state: 'pending',
    attemptCount: 1,
    responseStatus: 500,
    error: 'The receiver responded with 500; expected 2xx',
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await app.services.pool.query('UPDATE webhook_deliveries SET next_attempt_at = now()');
  await received(2);
  const [first, second] = hooks.receiver.requests as [Received, Received];
  expect(second.body.equals(first.body)).toBe(true);
  expect(header(second, 'webhook-id')).toBe(header(first, 'webhook-id'));
  expect(header(second, 'x-svc-signature')).toBe(header(first, 'x-svc-signature'));
  expect(header(second, 'webhook-signature')).not.toBe(header(first, 'webhook-signature'));
  expect(Number(header(second, 'webhook-timestamp'))).toBeGreaterThan(Number(header(first, 'webhook-timestamp')));
  for (const request of [first, second]) expect(await accepted(signedBy(request))).toEqual([true, true]);
  await expect.poll(failed).toMatchObject({ state: 'delivered', attemptCount: 2, error: null });
  const [delivery] = await deliveriesOf(app, hooks.owner, webhook.id);
  expect(delivery?.attempts).toMatchObject([
    { number: 1, responseStatus: 500, responseBody: 'ok', error: expect.stringContaining('500') },
    { number: 2, responseStatus: 200, responseBody: 'ok', error: null },
  ]);
});

describe('the secret', () => {
  const secretOf = async (id: string) =>
    (await app.services.pool.query('SELECT * FROM webhooks WHERE id = $1', [id])).rows[0];

  test('is stored encrypted, in the idempotency keys too', async () => {
    const body = { url: hooks.receiver.url, events: ['comment.created'], organizationId: hooks.owner.organizationId };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await rest(app, 'POST', '/v1/webhooks', { token: hooks.owner.token, body, headers });
    const second = await rest(app, 'POST', '/v1/webhooks', { token: hooks.owner.token, body, headers });
    expect(first.body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(second.body).toEqual(first.body);
    const { rows } = await app.services.pool.query(
      `SELECT (SELECT json_agg(w) FROM webhooks w)::text || (SELECT json_agg(k) FROM idempotency_keys k)::text
           || (SELECT json_agg(a) FROM audit_entries a)::text AS stored`,
    );
    expect(rows[0].stored).toContain(first.body.data.id);
    expect(rows[0].stored).not.toContain(first.body.data.secret.slice(6));
    expect(rows[0].stored).not.toContain('whsec_');
  });

  test.each([
    ['whsec_abc', Buffer.from('abc')],
    [`whsec_${'~'.repeat(250)}`, Buffer.from('~'.repeat(250))],
    // Base64 of one byte less than the shortest key, and of one byte more than the longest.
    [`whsec_${Buffer.alloc(23, 7).toString('base64')}`, Buffer.from(Buffer.alloc(23, 7).toString('base64'))],
    [`whsec_${Buffer.alloc(65, 7).toString('base64')}`, Buffer.from(Buffer.alloc(65, 7).toString('base64'))],
    [`whsec_${Buffer.alloc(24, 7).toString('base64')}`, Buffer.alloc(24, 7)],
    [`whsec_${Buffer.alloc(64, 7).toString('base64')}`, Buffer.alloc(64, 7)],
  ])('%s signs, with the key that Standard Webhooks derives from it', async (secret, key) => {
    expect((await createWebhook(app, hooks.owner, { url: hooks.receiver.url, secret })).secret).toBe(secret);
    await annotate('signed');
    await received(1);
    const [request] = hooks.receiver.requests as [Received];
    const text = request.body.toString();
    expect(await verify(secret, text, header(request, 'x-svc-signature'))).toBe(true);
    const content = `${header(request, 'webhook-id')}.${header(request, 'webhook-timestamp')}.${text}`;
    const expected = createHmac('sha256', key).update(content).digest('base64');
    expect(header(request, 'webhook-signature')).toBe(`v1,${expected}`);
  });

  test('that was replaced signs in addition to the new one for 24 hours', async () => {
    const webhook = await createWebhook(app, hooks.owner, { url: hooks.receiver.url });
    const next = `whsec_${Buffer.from('another secret, 32 bytes of it!!').toString('base64')}`;
    const path = `/v1/webhooks/${webhook.id}`;
    const { body } = await rest(app, 'PATCH', path, { token: hooks.owner.token, body: { secret: next } });
    expect(body.data).toMatchObject({ id: webhook.id, secret: null });
    expect(Date.parse(body.data.previousSecretExpiresAt) - Date.now()).toBeCloseTo(24 * 3_600_000, -4);
    const verifies = (secret: string, request: Received) => {
      const signed = signedBy(request);
      try {
        return Boolean(new Webhook(secret).verify(signed.body, signed.headers));
      } catch {
        return false;
      }
    };
    await annotate('during');
    await received(1);
    const [during] = hooks.receiver.requests as [Received];
    expect([verifies(SECRET, during), verifies(next, during)]).toEqual([true, true]);
    expect(await verify(next, during.body.toString(), header(during, 'x-svc-signature'))).toBe(true);
    expect(await verify(SECRET, during.body.toString(), header(during, 'x-svc-signature-previous'))).toBe(true);

    await app.services.pool.query("UPDATE webhooks SET previous_secret_expires_at = now() - interval '1 second'");
    await annotate('after');
    await received(2);
    const after = hooks.receiver.requests[1] as Received;
    expect([verifies(SECRET, after), verifies(next, after)]).toEqual([false, true]);
    expect(after.headers).not.toHaveProperty('x-svc-signature-previous');
    expect((await secretOf(webhook.id)).previous_secret).not.toBeNull();
  });
});
