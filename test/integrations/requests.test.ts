import { beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { advanceSends } from '../../src/resolvers/addons/integrations/sends/advance-sends.ts';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerMember } from '../support/factories.ts';
import {
  connectTracker,
  createIntegration,
  type IntegrationResponse,
  TRACKERS,
  waitUntilSent,
} from '../support/integrations.ts';
import { startDiscordDouble } from '../support/servers/discord-double.ts';
import { GITHUB } from '../support/servers/github-double.ts';
import { startTrackerDouble, type TrackerDouble } from '../support/servers/tracker-double.ts';
import { startTestApp } from '../support/test-app.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

// Takes over five seconds: 60 annotations are sent one at a time, which fills more than one window.

const app = useTestApp({ jobs: true });
const owner = useOwner(app);
let projectId: string;
let tracker: TrackerDouble;

beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
  tracker = await startTrackerDouble(GITHUB);
  return () => tracker.close();
});

const call = (method: string, path: string, body?: object, { token } = owner) =>
  rest(app, method, path, { token, body });
const annotate = (values?: object) => createAnnotation(app, owner, projectId, values);
const setStatus = (id: string, status: string) => call('PUT', `/annotations/${id}/status`, { status });
const connectGithub = (values?: object) => connectTracker(app, owner, projectId, tracker, values);

describe('createIssue', () => {
  const request = (annotationId: string, integrationId: string, user = owner) =>
    call('POST', `/annotations/${annotationId}/issues`, { integrationId }, user);

  test.each(TRACKERS.map((kind) => ({ kind, provider: kind.provider })))(
    '$provider: creates one issue for many requests, in the state of the annotation',
    async ({ kind }) => {
      const { id } = await annotate();
      await setStatus(id, 'resolved');
      const double = await startTrackerDouble(kind);
      const integration = await connectTracker(app, owner, projectId, double);
      const responses = await Promise.all([1, 2, 3].map(() => request(id, integration.id)));
      const issue = {
        integrationId: integration.id,
        provider: kind.provider,
        key: expect.stringMatching(/1$/),
        url: expect.stringMatching(/^https?:.*1$/),
        state: 'closed',
      };
      // A request that finds the created issue returns its state, which is set right after.
      const created = { ...issue, state: expect.stringMatching(/^(open|closed)$/) };
      for (const response of responses) expect(response).toMatchObject({ status: 201, body: created });
      expect(await request(id, integration.id)).toMatchObject({ status: 201, body: issue });
      expect(double.issues).toMatchObject([{ state: 'closed' }]);
      expect((await call('GET', `/annotations/${id}`)).body.externalIssues).toEqual([issue]);
      await double.close();
    },
  );

  test('finds the issue of a lost response, and replaces one that was deleted in the tracker', async () => {
    const { id } = await annotate();
    const integration = await connectGithub();
    tracker.losesResponse = tracker.isCreate;
    const lost = await request(id, integration.id);
    expect(lost.status).toBe(400);
    expect(lost.body.message).toMatch(/^GitHub cannot be reached: /);
    tracker.losesResponse = undefined;
    expect((await request(id, integration.id)).body).toMatchObject({ key: '#1' });
    expect(tracker.issues).toHaveLength(1);
    const [first] = tracker.issues;
    if (first) first.deleted = true;
    await setStatus(id, 'resolved');
    await expect.poll(async () => (await call('GET', `/annotations/${id}`)).body.externalIssues).toEqual([]);
    expect((await request(id, integration.id)).body).toMatchObject({ key: '#2', state: 'closed' });
  });

  test('reports why there is no issue, and needs the role editor', async () => {
    const integration = await connectGithub();
    const other = await createProject(app, owner);
    const foreign = await createAnnotation(app, owner, other.id);
    const internal = await annotate({ visibility: 'internal' });
    const discord = await startDiscordDouble();
    const channel = await createIntegration(app, owner, projectId, {
      provider: 'discord',
      webhookUrl: discord.webhookUrl,
      notify: ['status'],
    });
    await call('PATCH', `/integrations/${integration.id}`, { notify: ['status'] });
    const { id } = await annotate();
    const expectError = async (status: number, message: RegExp, annotationId: string, integrationId: string) => {
      const response = await request(annotationId, integrationId);
      expect(response.status).toBe(status);
      expect(response.body.message).toMatch(message);
    };
    await expectError(404, /^Integration not found$/, foreign.id, integration.id);
    await expectError(400, /^integrationId: must be a UUID$/, id, 'no-id');
    await expectError(404, /^Annotation not found$/, 'no-id', integration.id);
    await expectError(400, /^integrationId: Discord has no issues/, id, channel.id);
    await expectError(400, /^annotationId: the annotation is internal/, internal.id, integration.id);
    tracker.intercept = () => GITHUB.rateLimited(30);
    await expectError(429, /^GitHub requested a pause of \d+ s; send this again then$/, id, integration.id);
    tracker.intercept = () => ({ status: 401, body: { message: 'Bad credentials' } });
    await expectError(400, /^GitHub responded with 401: Bad credentials; check the token/, id, integration.id);
    tracker.intercept = undefined;
    await call('PATCH', `/integrations/${integration.id}`, { enabled: false });
    await expectError(400, /^The integration is disabled; enable it, then send this again$/, id, integration.id);
    expect(tracker.issues).toEqual([]);

    const trackers = () => `/integrations/project/${projectId}/trackers`;
    expect((await call('GET', trackers())).body).toEqual([]);
    await call('PATCH', `/integrations/${integration.id}`, { enabled: true, includeInternal: true });
    const [editor, viewer] = await Promise.all([
      registerMember(app, owner.organizationId, 'editor'),
      registerMember(app, owner.organizationId, 'viewer'),
    ]);
    expect((await call('GET', trackers(), undefined, editor)).body).toMatchObject([
      { id: integration.id, name: 'GitHub' },
    ]);
    expect((await call('GET', trackers(), undefined, viewer)).status).toBe(403);
    expect((await request(id, integration.id, viewer)).status).toBe(403);
    expect((await request(id, integration.id, editor)).status).toBe(201);
    expect((await request(internal.id, integration.id)).status).toBe(201);
    await discord.close();
  });
});

describe('sendAnnotations', () => {
  const send = async (integration: Pick<IntegrationResponse, 'id'>, filter?: object) => {
    const { status, body } = await call('POST', `/integrations/${integration.id}/sends`, { filter });
    expect(status).toBe(202);
    return body;
  };
  const read = async ({ id }: { id: string }) => (await call('GET', `/annotation-sends/${id}`)).body;
  /** Waits until the send has this result; advances it like the job. */
  const finish = (made: { id: string }, result: object) =>
    expect
      .poll(async () => {
        await advanceSends(systemContext(app.services));
        return read(made);
      })
      .toMatchObject(result);

  test('sends what exists once, in windows, and nothing that was sent or is internal', async () => {
    const [first] = await Promise.all(Array.from({ length: 60 }, (_, n) => annotate({ content: `Number ${n}` })));
    await annotate({ visibility: 'internal' });
    const integration = await connectGithub();
    await call('POST', `/annotations/${first?.id}/issues`, { integrationId: integration.id });
    const made = await send(integration);
    expect(made).toMatchObject({ integrationId: integration.id, status: 'running', total: 59, finishedAt: null });
    expect(made.pending + made.sent).toBe(50);
    const again = await send(integration);
    expect(again).toMatchObject({ status: 'running', pending: 0 });
    await finish(made, { status: 'completed', sent: 59, failed: 0, pending: 0, finishedAt: expect.any(String) });
    await finish(again, { status: 'completed', sent: 0, failed: 0 });
    expect(new Set(tracker.issues.map(({ title }) => title)).size).toBe(60);
    expect(tracker.issues).toHaveLength(60);
    const listed = await call('GET', `/integrations/${integration.id}/sends`);
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([again.id, made.id]);
  });

  test('sends what the filter selects, by default that of the integration', async () => {
    await annotate({ url: 'https://shop.example/cart' });
    const { id } = await annotate({ url: 'https://shop.example/docs' });
    await setStatus(id, 'resolved');
    const integration = await connectGithub({ filter: { pages: ['/cart'] }, notify: ['reply'] });
    const made = await send(integration);
    expect(made).toMatchObject({ total: 1, filter: { pages: ['/cart'], statuses: null } });
    await finish(made, { status: 'completed', sent: 1 });
    await finish(await send(integration, { statuses: ['resolved'] }), { status: 'completed', total: 1, sent: 1 });
    await finish(await send(integration, { statuses: ['in_progress'] }), { status: 'completed', total: 0, sent: 0 });
    expect(tracker.issues).toHaveLength(2);
  });

  test('posts no message twice, and repeats what failed', async () => {
    const discord = await startDiscordDouble();
    for (const content of ['First', 'Second', 'Third']) await annotate({ content });
    const integration = await createIntegration(app, owner, projectId, {
      provider: 'discord',
      webhookUrl: discord.webhookUrl,
    });
    await annotate({ content: 'New' });
    await waitUntilSent(app, integration, 1);
    discord.intercept = ({ text }) => (text.includes('Second') ? { status: 400, body: { message: 'no' } } : undefined);
    const made = await send(integration);
    expect(made.total).toBe(3);
    await finish(made, { sent: 2, pending: 1 });
    await app.services.pool.query(
      `UPDATE webhook_deliveries SET state = 'exhausted', next_attempt_at = NULL WHERE webhook_id = $1 AND state = 'pending'`,
      [integration.id],
    );
    await finish(made, { status: 'completed', sent: 2, failed: 1 });
    discord.intercept = undefined;
    const again = await send(integration);
    expect(again.total).toBe(1);
    await finish(again, { status: 'completed', sent: 1 });
    const texts = discord.messages.map(({ embeds }) => embeds[0].description);
    expect(texts.sort()).toEqual(['First', 'New', 'Second', 'Third']);
    await discord.close();
  });

  test('waits while the integration is disabled, and cancels the rest', async () => {
    await annotate({ content: 'First' });
    await annotate({ content: 'Second' });
    const integration = await connectGithub();
    await call('PATCH', `/integrations/${integration.id}`, { enabled: false });
    const made = await send(integration);
    await finish(made, { status: 'running', total: 2, sent: 0, pending: 0 });
    tracker.intercept = (request) => (tracker.isCreate(request) && tracker.issues.length === 1 ? 'hang' : undefined);
    await call('PATCH', `/integrations/${integration.id}`, { enabled: true });
    await finish(made, { sent: 1, pending: 1 });
    await expect.poll(() => tracker.calls.filter(tracker.isCreate)).toHaveLength(2);
    const canceled = await call('POST', `/annotation-sends/${made.id}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled', finishedAt: null } });
    // The request in progress ends when the attempt does; another process would wait for its lease.
    await app.services.pool.query('UPDATE webhook_deliveries SET leased_until = now() WHERE webhook_id = $1', [
      integration.id,
    ]);
    await finish(made, { status: 'canceled', sent: 1, failed: 1, pending: 0, finishedAt: expect.any(String) });
    expect((await call('POST', `/annotation-sends/${made.id}/cancel`)).body).toMatchObject({ status: 'canceled' });
    expect(tracker.issues).toHaveLength(1);
  });

  test('continues in another process after a crash, without a duplicate', async () => {
    await Promise.all(Array.from({ length: 55 }, (_, n) => annotate({ content: `Number ${n}` })));
    const integration = await connectGithub();
    const dying = await startTestApp({ databaseUrl: app.databaseUrl });
    const { body: made } = await rest(dying, 'POST', `/integrations/${integration.id}/sends`, { token: owner.token });
    expect(made.pending + made.sent).toBe(50);
    await dying.close();
    await finish(made, { status: 'completed', sent: 55, failed: 0 });
    expect(tracker.issues).toHaveLength(55);
  });

  test('responds with 404 to an unknown send', async () => {
    expect((await call('GET', '/annotation-sends/no-id')).status).toBe(404);
    expect((await call('POST', '/annotation-sends/no-id/cancel')).status).toBe(404);
  });
});
