import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject } from '../support/factories.ts';
import {
  connectTracker,
  type IntegrationResponse,
  integrationDeliveries,
  readIntegration,
  retryNow,
  TRACKERS,
  waitUntilFailed,
  waitUntilSent,
} from '../support/integrations.ts';
import type { ProviderResponse } from '../support/servers/provider-double.ts';
import { startTrackerDouble, type TrackerDouble, type TrackerIssue } from '../support/servers/tracker-double.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp({ jobs: true });
/** A second process that delivers for the same database. */
useTestApp(() => ({ databaseUrl: app.databaseUrl, jobs: true }));
const owner = useOwner(app);

const GARBAGE: ProviderResponse[] = [
  { status: 200, body: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } },
  { status: 201, body: { hello: ['world'] } },
  { status: 200 },
  { status: 502, body: '\ufffd\0\ufffd' },
];

describe.each(TRACKERS.map((kind) => ({ kind, provider: kind.provider })))('$provider', ({ kind }) => {
  let tracker: TrackerDouble;
  let projectId: string;
  let integration: IntegrationResponse;

  beforeEach(async () => {
    tracker = await startTrackerDouble(kind);
    projectId = (await createProject(app, owner)).id;
    integration = await connectTracker(app, owner, projectId, tracker);
    return () => tracker.close();
  });

  const annotate = () => createAnnotation(app, owner, projectId);
  const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
  const reply = (id: string) => call('POST', `/annotations/${id}/comments`, { content: 'Why?' });
  const resolve = (id: string) => call('PUT', `/annotations/${id}/status`, { status: 'resolved' });
  const tested = async () => (await call('POST', `/integrations/${integration.id}/test`)).body;
  const only = () => {
    expect(tracker.issues).toHaveLength(1);
    return tracker.issues[0] as TrackerIssue;
  };

  test('a lost response leaves one issue, one comment and one state change', async () => {
    const steps = [
      { loses: kind.isCreate, act: async () => (await annotate()).id },
      { loses: kind.isComment, act: async (id: string) => void (await reply(id)) },
      { loses: kind.isMove, act: async (id: string) => void (await resolve(id)) },
    ];
    let id = '';
    for (const [done, { loses, act }] of steps.entries()) {
      tracker.losesResponse = loses;
      id = (await act(id)) ?? id;
      await waitUntilFailed(app, integration, 1);
      tracker.losesResponse = undefined;
      await retryNow(app);
      await waitUntilSent(app, integration, done + 1);
    }
    expect(only()).toMatchObject({ state: 'closed', comments: [expect.anything()] });
    expect(tracker.calls.filter(kind.isCreate)).toHaveLength(1);
    expect(tracker.calls.filter(kind.isComment)).toHaveLength(1);
    const { body } = await call('GET', `/annotations/${id}`);
    expect(body).toMatchObject({ status: 'resolved', externalIssues: [{ state: 'closed' }] });
  });

  test('a rate limit is honored and uses no attempt', async () => {
    tracker.intercept = () => kind.rateLimited(90);
    await annotate();
    const pausedUntil = async () => Date.parse((await readIntegration(app, owner, integration)).pausedUntil ?? '');
    await expect.poll(pausedUntil).toBeGreaterThan(Date.now() + 80_000);
    expect(await pausedUntil()).toBeLessThan(Date.now() + 95_000);
    expect(tracker.calls).toHaveLength(1);
    tracker.intercept = undefined;
    await retryNow(app);
    await waitUntilSent(app, integration, 1);
    expect(await integrationDeliveries(app, integration)).toMatchObject([{ attemptCount: 1 }]);
    only();
  });

  test('a rejected token is reported, and nothing is created', async () => {
    await call('PATCH', `/integrations/${integration.id}`, { token: 'wrong_0123456789abcdef' });
    await annotate();
    await waitUntilFailed(app, integration, 1);
    const { lastError } = await readIntegration(app, owner, integration);
    expect(lastError).toMatch(/^(GitHub|GitLab|Jira|Linear) responded with 401: .+; check the token$/);
    expect(lastError).not.toContain('wrong_0123456789abcdef');
    expect(await tested()).toEqual({ ok: false, message: lastError, status: 401 });
    await call('PATCH', `/integrations/${integration.id}`, { token: tracker.settings.token });
    await retryNow(app);
    await waitUntilSent(app, integration, 1);
    only();
  });

  test('a missing destination is reported', async () => {
    tracker.isTargetDeleted = true;
    await annotate();
    await waitUntilFailed(app, integration, 1);
    expect(await tested()).toEqual({
      ok: false,
      message: expect.stringMatching(/404: |has no team ENG that the token can access/),
      status: 404,
    });
    expect((await readIntegration(app, owner, integration)).lastError).toMatch(/404|400|has no team/);
  });

  test('an invalid response is a temporary failure', async () => {
    for (const [failures, response] of GARBAGE.entries()) {
      tracker.intercept = () => response;
      if (failures === 0) await annotate();
      else await retryNow(app);
      await waitUntilFailed(app, integration, failures + 1);
      expect(await integrationDeliveries(app, integration)).toMatchObject([
        { state: 'pending', responseStatus: response.status },
      ]);
      expect(await tested()).toMatchObject({ ok: false, status: response.status });
    }
    tracker.intercept = undefined;
    await retryNow(app);
    await waitUntilSent(app, integration, 1);
    only();
  });

  test('an issue that was deleted in the tracker is unlinked', async () => {
    const { id } = await annotate();
    await waitUntilSent(app, integration, 1);
    only().deleted = true;
    await reply(id);
    await resolve(id);
    await waitUntilSent(app, integration, 3);
    expect((await call('GET', `/annotations/${id}`)).body.externalIssues).toEqual([]);
    expect(await readIntegration(app, owner, integration)).toMatchObject({ enabled: true, lastError: null });
    expect(only().comments).toEqual([]);
  });

  test('concurrent events in two processes create one issue with each comment once', async () => {
    const { id } = await annotate();
    await Promise.all([reply(id), reply(id), resolve(id), reply(id), reply(id)]);
    await waitUntilSent(app, integration, 6);
    expect(only()).toMatchObject({ state: 'closed' });
    expect(only().comments).toHaveLength(4);
    expect(tracker.calls.filter(kind.isMove)).toHaveLength(1);
  });
});

describe('an integration that keeps failing', () => {
  let tracker: TrackerDouble;
  let integration: IntegrationResponse;
  let projectId: string;

  beforeEach(async () => {
    tracker = await startTrackerDouble(TRACKERS[0] as (typeof TRACKERS)[number]);
    projectId = (await createProject(app, owner)).id;
    integration = await connectTracker(app, owner, projectId, tracker);
    return () => tracker.close();
  });

  test('exhausts the scheduled attempts, and retries when it is enabled again', async () => {
    tracker.intercept = () => ({ status: 503 });
    await createAnnotation(app, owner, projectId);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await waitUntilFailed(app, integration, attempt);
      await retryNow(app);
    }
    expect(await integrationDeliveries(app, integration)).toMatchObject([{ state: 'exhausted', attemptCount: 5 }]);
    tracker.intercept = undefined;
    await rest(app, 'PATCH', `/integrations/${integration.id}`, { token: owner.token, body: { enabled: true } });
    await retryNow(app);
    await waitUntilSent(app, integration, 1);
    expect(tracker.issues).toHaveLength(1);
  });

  test('is disabled after five days of consecutive failures, with an audit entry', async () => {
    tracker.intercept = () => ({ status: 503 });
    await createAnnotation(app, owner, projectId);
    await waitUntilFailed(app, integration, 1);
    await app.services.pool.query(
      `UPDATE webhooks SET failing_since = now() - interval '6 days', last_failure_at = now() - interval '2 days' WHERE id = $1`,
      [integration.id],
    );
    await retryNow(app);
    await expect
      .poll(() => readIntegration(app, owner, integration))
      .toMatchObject({ enabled: false, disabledReason: 'failing', pendingCount: 1 });
    const path = `/organizations/${owner.organizationId}/audit?action=integration_disabled`;
    const { body } = await rest(app, 'GET', path, { token: owner.token });
    expect(body).toMatchObject([{ targetType: 'integration', targetId: integration.id, actorId: null }]);
  });
});
