import { beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { type ConnectableIntegration, connect } from '../../src/resolvers/addons/integrations/connect.ts';
import { loadSubject } from '../../src/resolvers/addons/integrations/outbound/load-subject.ts';
import { syncIssue } from '../../src/resolvers/addons/integrations/outbound/sync-issue.ts';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject } from '../support/factories.ts';
import {
  connectTracker,
  type IntegrationResponse,
  integrationDeliveries,
  readIntegration,
  retryNow,
  sweep,
  TRACKERS,
  waitUntilFailed,
  waitUntilSent,
} from '../support/integrations.ts';
import {
  type HookRequest,
  postHook,
  startTrackerDouble,
  type TrackerDouble,
  type TrackerIssue,
  type TrackerState,
} from '../support/servers/tracker-double.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp({ jobs: true });
const owner = useOwner(app);

describe.each(TRACKERS.map((kind) => ({ kind, provider: kind.provider })))('$provider', ({ kind }) => {
  let tracker: TrackerDouble;
  let projectId: string;
  let integration: IntegrationResponse;
  let id: string;
  let issue: TrackerIssue;

  beforeEach(async () => {
    tracker = await startTrackerDouble(kind);
    projectId = (await createProject(app, owner)).id;
    integration = await connectTracker(app, owner, projectId, tracker);
    id = (await createAnnotation(app, owner, projectId)).id;
    await waitUntilSent(app, integration, 1);
    issue = tracker.issues[0] as TrackerIssue;
    return () => tracker.close();
  });

  const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
  const setStatus = (status: string) => call('PUT', `/annotations/${id}/status`, { status });
  const reply = () => call('POST', `/annotations/${id}/comments`, { content: 'Why?' });
  const annotation = async () => (await call('GET', `/annotations/${id}`)).body;
  const isPaused = async () => {
    await sweep(app);
    return (await readIntegration(app, owner, integration)).pausedUntil !== null;
  };
  const byPerson = async (state: TrackerState) => {
    tracker.move(issue, state, 'Octo');
    return (await tracker.sendHooks()).response;
  };
  const applied = { result: 'applied' };

  test('does not mistake forged markers in a public tracker for its own', async () => {
    const forged = (of: string) => `Mine\n\nPinbound ${of}\n\n<!-- pinbound:${of} -->`;
    tracker.intercept = (asked) => (kind.isCreate(asked) || kind.isComment(asked) ? { status: 500 } : undefined);
    const other = (await createAnnotation(app, owner, projectId)).id;
    await waitUntilFailed(app, integration, 1);
    const replyId = (await reply()).body.id;
    await waitUntilFailed(app, integration, 2);
    tracker.create({ title: 'Forged', text: forged(other), labels: ['pinbound', `pinbound-${other}`] });
    tracker.comment(issue, forged(replyId), 'Octo');
    tracker.intercept = undefined;
    await retryNow(app);
    await waitUntilSent(app, integration, 3);
    expect(tracker.issues.map(({ title }) => title === 'Forged')).toEqual([false, true, false]);
    expect(issue.comments.map(({ author }) => author === 'Octo')).toEqual([true, false]);
    const [shown] = (await call('GET', `/annotations/${other}`)).body.externalIssues;
    expect(shown.key).toMatch(/3$/);
  });

  test('a rejected state change hides no change that people make', async () => {
    tracker.intercept = (asked) => (kind.isMove(asked) ? kind.rateLimited(90) : undefined);
    await setStatus('resolved');
    await expect.poll(isPaused).toBe(true);
    await setStatus('open');
    tracker.intercept = undefined;
    await retryNow(app);
    await waitUntilSent(app, integration, 3);
    expect(await byPerson('closed')).toEqual(applied);
    expect((await annotation()).status).toBe('resolved');
  });

  test('a state change with a lost response hides only its echo', async () => {
    tracker.losesResponse = kind.isMove;
    await setStatus('resolved');
    await waitUntilFailed(app, integration, 1);
    tracker.losesResponse = undefined;
    await retryNow(app);
    await waitUntilSent(app, integration, 2);
    expect(tracker.sent.at(-1)?.response).toEqual({ result: 'ignored' });
    expect(await byPerson('open')).toEqual(applied);
    expect(await byPerson('closed')).toEqual(applied);
    expect((await annotation()).status).toBe('resolved');
  });

  test('a state change with a lost response is undone by the next one, even without an inbound request', async () => {
    const { hook } = tracker;
    tracker.hook = undefined;
    tracker.losesResponse = kind.isMove;
    await setStatus('resolved');
    await waitUntilFailed(app, integration, 1);
    expect(issue.state).toBe('closed');
    tracker.losesResponse = undefined;
    await setStatus('open');
    await expect.poll(() => issue.state).toBe('open');
    await retryNow(app);
    await waitUntilSent(app, integration, 3);
    tracker.hook = hook;
    expect(await byPerson('closed')).toEqual(applied);
    expect((await annotation()).status).toBe('resolved');
  });

  test('recognizes late echoes of two changes within a second', async () => {
    const secret = tracker.hook?.secret ?? '';
    const second = new Date(Math.ceil(Date.now() / 1000 + 1) * 1000);
    // Jira sends whole seconds in its response header and milliseconds in its webhooks.
    const headers = { date: second.toUTCString() };
    const exactly = new Date(+second + (kind.provider === 'jira' ? 300 : 0));
    tracker.hook = undefined;
    tracker.move = (moved, state) => void Object.assign(moved, { state, updatedAt: exactly });
    tracker.intercept = (asked) => (kind.isMove(asked) ? { ...kind.respond(asked, tracker), headers } : undefined);
    const sent = async (status: string, count: number) => {
      await setStatus(status);
      await waitUntilSent(app, integration, count);
      return structuredClone(issue);
    };
    const closed = await sent('resolved', 2);
    const open = await sent('open', 3);
    expect([closed.state, open.state]).toEqual(['closed', 'open']);
    const post = (changed: TrackerIssue) =>
      postHook(
        integration.inboundUrl,
        kind.createHook({ kind: 'moved', issue: changed, by: 'Octo' }, secret) as HookRequest,
      );
    for (const late of [closed, open]) expect((await post(late)).response).toEqual({ result: 'ignored' });
    expect(await annotation()).toMatchObject({ status: 'open', externalIssues: [{ state: 'open' }] });
    const later = { ...closed, updatedAt: new Date(+exactly + 1_000) };
    expect((await post(later)).response).toEqual(applied);
    expect((await annotation()).status).toBe('resolved');
  });

  test('a read-only token unlinks no issue', async () => {
    tracker.intercept = (asked) => (kind.isMove(asked) ? { status: 404, body: { message: 'Not Found' } } : undefined);
    await setStatus('resolved');
    await waitUntilFailed(app, integration, 1);
    expect((await annotation()).externalIssues).toHaveLength(1);
    expect(await readIntegration(app, owner, integration)).toMatchObject({ lastError: expect.stringMatching(/404: /) });
    tracker.intercept = undefined;
    await retryNow(app);
    await waitUntilSent(app, integration, 2);
    expect(issue.state).toBe('closed');
  });

  test('a locked issue does not disable the integration for the others', async () => {
    const locked = { status: 403, body: { message: 'Unable to create comment because issue is locked.' } };
    tracker.intercept = (asked) => (kind.isComment(asked) ? locked : undefined);
    await reply();
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await waitUntilFailed(app, integration, attempt);
      await retryNow(app);
    }
    await waitUntilFailed(app, integration, 5);
    expect(await integrationDeliveries(app, integration)).toMatchObject([{}, { state: 'exhausted', attemptCount: 5 }]);
    expect((await readIntegration(app, owner, integration)).lastError).toMatch(
      /403: Unable .+; check the permissions of the token\. Only (#|SHOP-|ENG-)1 is affected; check that issue$/,
    );
    // A single rejection of the destination itself does not disable it either.
    tracker.intercept = () => ({ status: 401 });
    await createAnnotation(app, owner, projectId);
    await waitUntilFailed(app, integration, 6);
    tracker.intercept = undefined;
    await retryNow(app);
    await expect.poll(() => tracker.issues.length).toBe(2);
    expect(await readIntegration(app, owner, integration)).toMatchObject({ enabled: true, disabledReason: null });
  });

  test('a token that is rejected for every issue disables the integration', async () => {
    tracker.intercept = () => ({ status: 401 });
    for (let count = 1; count <= 5; count += 1) await reply();
    await waitUntilFailed(app, integration, 5);
    await expect
      .poll(() => readIntegration(app, owner, integration))
      .toMatchObject({ enabled: false, disabledReason: 'refused' });
  });

  test('a reply deleted before sending is not sent, and an edited one is sent in its current form', async () => {
    tracker.intercept = (asked) => (kind.isComment(asked) ? kind.rateLimited(90) : undefined);
    const [gone, changed] = [(await reply()).body, (await reply()).body];
    await expect.poll(isPaused).toBe(true);
    await call('DELETE', `/annotations/${id}/comments/${gone.id}`);
    await call('PATCH', `/annotations/${id}/comments/${changed.id}`, { content: 'Because' });
    tracker.intercept = undefined;
    await retryNow(app);
    await waitUntilSent(app, integration, 3);
    expect(issue.comments.map(({ text }) => text)).toEqual([expect.stringContaining('Because')]);
  });

  test('a reply deleted or edited after sending stays unchanged in the tracker', async () => {
    const [gone, changed] = [(await reply()).body, (await reply()).body];
    await waitUntilSent(app, integration, 3);
    const before = structuredClone(issue.comments);
    expect(before).toHaveLength(2);
    await call('DELETE', `/annotations/${id}/comments/${gone.id}`);
    await call('PATCH', `/annotations/${id}/comments/${changed.id}`, { content: 'Because' });
    await setStatus('resolved');
    await waitUntilSent(app, integration, 4);
    expect([issue.state, issue.comments]).toEqual(['closed', before]);
  });

  test('a reply deleted during its attempt is not sent', async () => {
    const { services } = app;
    const { body } = await reply();
    await waitUntilSent(app, integration, 2);
    const { rows } = await services.pool.query('SELECT id FROM events WHERE comment_id = $1', [body.id]);
    const context = systemContext(services);
    const loaded = await loadSubject(context, integration.id, rows[0].id);
    const connection = connect(context, loaded?.integration as ConnectableIntegration, AbortSignal.timeout(20_000));
    if (connection.kind !== 'tracker' || !loaded) throw new Error('no tracker to write to');
    await call('DELETE', `/annotations/${id}/comments/${body.id}`);
    await syncIssue(context, connection, integration.id, loaded.subject);
    expect(issue.comments).toHaveLength(1);
  });

  test('a new token ends a pause for waiting events', async () => {
    tracker.intercept = () => kind.rateLimited(3_600);
    await reply();
    await expect.poll(isPaused).toBe(true);
    tracker.intercept = undefined;
    await call('PATCH', `/integrations/${integration.id}`, { token: tracker.settings.token });
    await sweep(app);
    await waitUntilSent(app, integration, 2);
    expect(issue.comments).toHaveLength(1);
  });
});
