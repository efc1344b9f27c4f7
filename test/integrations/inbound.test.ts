import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser } from '../support/factories.ts';
import {
  connectTracker,
  createIntegration,
  INBOUND_SECRET,
  type IntegrationResponse,
  TRACKERS,
  waitUntilSent,
} from '../support/integrations.ts';
import {
  type HookRequest,
  postHook,
  startTrackerDouble,
  type TrackerDouble,
  type TrackerIssue,
} from '../support/servers/tracker-double.ts';
import { startTestApp } from '../support/test-app.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp({ jobs: true });
const owner = useOwner(app);

describe.each(TRACKERS.map((kind) => ({ kind, provider: kind.provider })))('$provider', ({ kind }) => {
  let tracker: TrackerDouble;
  let integration: IntegrationResponse;
  let secret: string;
  let annotationId: string;
  let issue: TrackerIssue;

  beforeAll(async () => {
    tracker = await startTrackerDouble(kind);
    const { id: projectId } = await createProject(app, owner);
    integration = await connectTracker(app, owner, projectId, tracker);
    secret = tracker.hook?.secret ?? '';
    annotationId = (await createAnnotation(app, owner, projectId)).id;
    await vi.waitUntil(() => tracker.issues.length === 1, { timeout: 100_000 });
    await vi.waitUntil(async () => (await annotation()).externalIssues.length === 1, { timeout: 100_000 });
    tracker.hook = undefined;
    issue = tracker.issues[0] as TrackerIssue;
  });
  afterAll(() => tracker.close());

  /** A time after all earlier ones, also when a case is repeated. */
  let latest = 0;
  const later = () => {
    latest = Math.max(latest + 1_000, Date.now());
    return new Date(latest);
  };
  const post = (hook: HookRequest) => postHook(integration.inboundUrl, hook);
  const moved = (change: Partial<TrackerIssue>, by = secret) =>
    kind.createHook(
      { kind: 'moved', issue: { ...issue, updatedAt: new Date(), ...change }, by: 'Octo' },
      by,
    ) as HookRequest;
  const commented = (text: string, id = Math.floor(Math.random() * 1e12)) =>
    kind.createHook(
      {
        kind: 'commented',
        issue,
        comment: { id, text, author: 'Octo', at: new Date() },
        by: 'Octo',
      },
      secret,
    ) as HookRequest;
  const annotation = async () => (await rest(app, 'GET', `/annotations/${annotationId}`, { token: owner.token })).body;
  const thread = async () =>
    (await rest(app, 'GET', `/annotations/${annotationId}/comments`, { token: owner.token })).body;
  const signatures = (hook: HookRequest) => Object.keys(hook.headers).filter((name) => /signature|token/.test(name));

  test('rejects a request with a wrong signature, another secret or none, and changes nothing', async () => {
    const hook = moved({ state: 'closed' });
    const [signature = ''] = signatures(hook);
    const wrong = { ...hook.headers, [signature]: 'sha256=00' };
    const none = Object.fromEntries(Object.entries(hook.headers).filter(([name]) => name !== signature));
    const forged = [
      { ...hook, headers: wrong },
      { ...hook, headers: none },
      { ...hook, body: `${hook.body} ` },
      { ...hook, body: hook.body.replace('1', '2') },
      moved({ state: 'closed' }, `whsec_${Buffer.from('another secret of some bytes').toString('base64')}`),
    ];
    for (const call of forged) {
      expect(await post(call)).toMatchObject({
        status: 401,
        response: { statusCode: 401, message: expect.stringMatching(/ does not match the body; /) },
      });
    }
    expect((await annotation()).status).toBe('open');
  });

  test('responds with 404 when the URL names no integration with inbound changes', async () => {
    const hook = moved({ state: 'closed' });
    const place = { provider: 'slack', webhookUrl: 'https://hooks.slack.example/services/T/B/x' };
    const channel = await createIntegration(app, owner, (await annotation()).projectId, place);
    for (const id of ['nope', annotationId, channel.id]) {
      expect((await postHook(`${app.url}/integrations/${id}/inbound`, hook)).status).toBe(404);
    }
    await rest(app, 'DELETE', `/integrations/${channel.id}`, { token: owner.token });
  });

  test('ignores requests about issues that are not linked, and requests without a change', async () => {
    const before = await thread();
    const strange = { id: 77, uuid: '00000000-0000-4000-8000-000000000000', number: 77, state: 'closed' as const };
    const made = kind.createHook({ kind: 'created', issue, by: 'Octo' }, secret) as HookRequest;
    for (const hook of [moved(strange), made, commented(''), commented('  \n')]) {
      expect(await post(hook)).toMatchObject({ status: 200, response: { result: 'ignored' } });
    }
    expect(await thread()).toEqual(before);
  });

  test('rejects garbage with a valid signature', async () => {
    const resigned = (body: string): HookRequest => {
      // The double signs this body in place of the JSON of an issue.
      const stringify = JSON.stringify;
      JSON.stringify = (() => body) as typeof JSON.stringify;
      try {
        return commented('a');
      } finally {
        JSON.stringify = stringify;
      }
    };
    const now = Date.now();
    for (const body of [
      `{"webhookTimestamp":${now},"action":5,"issue":"a","object_kind":7,"type":1,"webhookEvent":1}`,
      `{"webhookTimestamp":${now},"action":"create","type":"Comment","data":[],"webhookEvent":"comment_created","issue":{},"object_kind":"note"}`,
    ]) {
      expect(await post(resigned(body))).toMatchObject({
        status: 400,
        response: { message: expect.stringMatching(/^The body is not a (GitHub|GitLab|Jira|Linear) payload/) },
      });
    }
    if (kind.provider === 'linear') return;
    expect(await post(resigned('payload=%7B%7D'))).toMatchObject({
      status: 400,
      response: { message: expect.stringContaining('The body is not JSON') },
    });
  });

  test('ignores a change that is older than the current state', async () => {
    expect((await post(moved({ state: 'closed', updatedAt: later() }))).response).toEqual({ result: 'applied' });
    const old = new Date(Date.now() - 60_000);
    expect((await post(moved({ state: 'open', updatedAt: old }))).response).toEqual({ result: 'ignored' });
    expect((await annotation()).status).toBe('resolved');
    expect((await post(moved({ state: 'open', updatedAt: later() }))).response).toEqual({
      result: 'applied',
    });
  });

  test('applies concurrent duplicates once', async () => {
    const before = (await thread()).length;
    const hook = commented('Twenty times');
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(hook)));
    expect(responses.map(({ response }) => response.result).sort()).toEqual([
      'applied',
      ...Array(19).fill('duplicate'),
    ]);
    expect(await thread()).toHaveLength(before + 1);
  });

  test('sanitizes and truncates a comment that cannot be stored as is', async () => {
    await post(commented(`NUL \0, half a pair \ud83d, ${'long '.repeat(5_000)}`));
    const stored = (await thread()).find(({ content }: { content: string }) => content.startsWith('NUL'));
    expect(stored.content).toHaveLength(10_000);
    expect(stored.content).toMatch(/^NUL \ufffd, half a pair \ufffd, long/);
  });

  test('does not recreate a deleted reply when its comment is sent again', async () => {
    const [first, second] = [randomInt(1e9), randomInt(1e9)];
    expect((await post(commented('Gone', first))).response).toEqual({ result: 'applied' });
    const before = await thread();
    const path = `/annotations/${annotationId}/comments/${before.at(-1).id}`;
    expect((await rest(app, 'DELETE', path, { token: owner.token })).status).toBe(200);
    expect((await post(commented('Gone, signed anew', first))).response).toEqual({ result: 'ignored' });
    expect(await thread()).toEqual(before.slice(0, -1));
    expect((await post(commented('Another', second))).response).toEqual({ result: 'applied' });
  });

  test('ignores changes while disabled, and kinds that its admin turned off', async () => {
    const change = (body: object) =>
      rest(app, 'PATCH', `/integrations/${integration.id}`, { token: owner.token, body });
    const count = (await thread()).length;
    await change({ notify: ['annotation'] });
    expect((await post(commented('unwanted'))).response).toEqual({ result: 'ignored' });
    await change({ notify: ['annotation', 'reply', 'status'], enabled: false });
    expect((await post(commented('unwanted'))).response).toEqual({ result: 'ignored' });
    await change({ enabled: true });
    expect(await thread()).toHaveLength(count);
  });
});

test('rejects an old request of trackers that sign the time', async () => {
  const { id: projectId } = await createProject(app, owner);
  const signedAt = TRACKERS.filter(({ provider }) => ['gitlab', 'linear'].includes(provider));
  for (const kind of signedAt) {
    const tracker = await startTrackerDouble(kind);
    const integration = await connectTracker(app, owner, projectId, tracker);
    const issue = tracker.create({ title: 'a', text: 'a', uuid: '00000000-0000-4000-8000-000000000000' });
    const now = Date.now;
    Date.now = () => now() - 6 * 60 * 1000;
    const old = kind.createHook({ kind: 'moved', issue, by: 'Octo' }, tracker.hook?.secret ?? '') as HookRequest;
    Date.now = now;
    expect(await postHook(integration.inboundUrl, old)).toMatchObject({
      status: 401,
      response: { message: expect.stringContaining('check the clocks') },
    });
    await tracker.close();
  }
});

test("accepts GitLab's older secret token", async () => {
  const kind = TRACKERS.find(({ provider }) => provider === 'gitlab') as (typeof TRACKERS)[number];
  const tracker = await startTrackerDouble(kind);
  const { id: projectId } = await createProject(app, owner);
  const integration = await connectTracker(app, owner, projectId, tracker, {
    inboundSecret: 'a plain token'.replaceAll(' ', '_').padEnd(16, '_'),
  });
  const made = await createAnnotation(app, owner, projectId);
  await waitUntilSent(app, integration, 1);
  tracker.move(tracker.issues[0] as TrackerIssue, 'closed', 'Octo');
  expect(await tracker.sendHooks()).toMatchObject({
    headers: { 'x-gitlab-token': 'a_plain_token___' },
    response: { result: 'applied' },
  });
  expect((await rest(app, 'GET', `/annotations/${made.id}`, { token: owner.token })).body.status).toBe('resolved');
  await tracker.close();
});

test('rejects Linear until its secret is set, and explains how to set it', async () => {
  const kind = TRACKERS.find(({ provider }) => provider === 'linear') as (typeof TRACKERS)[number];
  const { id: projectId } = await createProject(app, owner);
  const place = { provider: 'linear', ...kind.settings };
  const integration = await createIntegration(app, owner, projectId, place);
  expect(integration).toMatchObject({ hasInboundSecret: false, inboundSecret: null });
  const hook = { headers: {}, body: JSON.stringify({ webhookTimestamp: Date.now(), action: 'update', type: 'Cycle' }) };
  expect(await postHook(integration.inboundUrl, hook)).toMatchObject({
    status: 401,
    response: { message: expect.stringContaining('has no secret for inbound calls;') },
  });
  const path = `/integrations/${integration.id}`;
  const { body } = await rest(app, 'PATCH', path, { token: owner.token, body: { inboundSecret: INBOUND_SECRET } });
  expect(body).toMatchObject({ hasInboundSecret: true, inboundSecret: null });
});

test('ignores tasks, which GitLab sends as issue events: it disables a webhook that returns errors', async () => {
  const kind = TRACKERS.find(({ provider }) => provider === 'gitlab') as (typeof TRACKERS)[number];
  const tracker = await startTrackerDouble(kind);
  const { id: projectId } = await createProject(app, owner);
  const { inboundUrl } = await connectTracker(app, owner, projectId, tracker, {
    inboundSecret: 'a_plain_inbound_token',
  });
  const headers = { 'x-gitlab-event': 'Issue Hook', 'x-gitlab-token': 'a_plain_inbound_token' };
  const task = {
    object_kind: 'work_item',
    object_attributes: { id: 7, state: 'closed', type: 'Task', action: 'close' },
  };
  const tell = (payload: object) => postHook(inboundUrl, { headers, body: JSON.stringify(payload) });
  expect(await tell(task)).toMatchObject({ status: 200, response: { result: 'ignored' } });
  expect(await tell({ ...task, object_kind: 'issue', object_attributes: {} })).toMatchObject({ status: 400 });
  await tracker.close();
});

test('responds with 413 to a large body, and with 429 to many wrong signatures of one integration', async () => {
  const small = await startTestApp();
  const connect = async () => {
    const user = await registerUser(small);
    const { id: projectId } = await createProject(small, user);
    const inboundSecret = 'a_plain_inbound_token';
    const place = { provider: 'gitlab', repository: 'acme/shop', token: 'glpat-0123456789abcdef', inboundSecret };
    const { id } = await createIntegration(small, user, projectId, place);
    return `${small.url}/integrations/${id}/inbound`;
  };
  const url = await connect();
  const others = await connect();
  expect((await postHook(url, { headers: {}, body: 'x'.repeat(2 * 1024 * 1024 + 1) })).status).toBe(413);
  const hook = { headers: {}, body: '{}' };
  const wrong = await Promise.all(Array.from({ length: 60 }, () => postHook(url, hook)));
  expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
  expect(await postHook(url, hook)).toMatchObject({
    status: 429,
    response: { message: expect.stringContaining('calls with a wrong signature') },
  });
  const good = { headers: { 'x-gitlab-token': 'a_plain_inbound_token' }, body: '{"object_kind":"push"}' };
  expect((await postHook(url, good)).status).toBe(429);
  expect(await postHook(others, good)).toMatchObject({ status: 200, response: { result: 'ignored' } });
  await small.close();
});
