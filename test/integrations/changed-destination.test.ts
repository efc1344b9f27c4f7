import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject } from '../support/factories.ts';
import {
  connectTracker,
  type IntegrationResponse,
  readIntegration,
  retryNow,
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
} from '../support/servers/tracker-double.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp({ jobs: true });
const owner = useOwner(app);

const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
const read = async (id: string) => (await call('GET', `/annotations/${id}`)).body;
const reply = (id: string) => call('POST', `/annotations/${id}/comments`, { content: 'Between us' });
const setStatus = (id: string, status: string) => call('PUT', `/annotations/${id}/status`, { status });
const only = ({ issues }: TrackerDouble) => {
  expect(issues).toHaveLength(1);
  return issues[0] as TrackerIssue;
};

describe.each(TRACKERS.map((kind) => ({ kind, provider: kind.provider })))('$provider', ({ kind }) => {
  let tracker: TrackerDouble;
  let other: TrackerDouble;
  let integration: IntegrationResponse;
  let id: string;

  beforeEach(async () => {
    tracker = await startTrackerDouble(kind);
    other = await startTrackerDouble(kind);
    const { id: projectId } = await createProject(app, owner);
    integration = await connectTracker(app, owner, projectId, tracker);
    id = (await createAnnotation(app, owner, projectId)).id;
    await waitUntilSent(app, integration, 1);
    return () => Promise.all([tracker.close(), other.close()]);
  });

  const patch = (body: object) => call('PATCH', `/integrations/${integration.id}`, body);
  const toOther = () => patch({ baseUrl: other.url, token: other.settings.token });
  /** Creates an unrelated issue with the number and the id of the linked one. */
  const createUnrelated = () => {
    const { uuid, title } = only(tracker);
    return other.create({ title, text: 'Not ours', uuid });
  };

  test('sends nothing to an issue of another server with the same number and id', async () => {
    const unrelated = createUnrelated();
    expect(unrelated).toMatchObject({ id: only(tracker).id, number: 1 });
    expect((await toOther()).status).toBe(200);
    await setStatus(id, 'resolved');
    await waitUntilSent(app, integration, 2);
    expect((await read(id)).externalIssues).toEqual([]);
    await setStatus(id, 'open');
    await waitUntilSent(app, integration, 3);
    expect(unrelated).toMatchObject({ state: 'open', comments: [] });
    expect([...tracker.calls, ...other.calls].filter(kind.isMove)).toEqual([]);
    expect(only(tracker).state).toBe('open');
  });

  test('applies no changes of such an issue', async () => {
    const unrelated = createUnrelated();
    await toOther();
    const secret = tracker.hook?.secret ?? '';
    const closed = { ...unrelated, state: 'closed' as const, updatedAt: new Date(Date.now() + 5_000) };
    const hook = kind.createHook({ kind: 'moved', issue: closed, by: 'Octo' }, secret) as HookRequest;
    expect(await postHook(integration.inboundUrl, hook)).toMatchObject({
      status: 200,
      response: { result: 'ignored' },
    });
    expect((await read(id)).status).toBe('open');
  });

  test('a reply after the change creates an issue there, and the old issue stays as it is', async () => {
    // Linear rejects a duplicate id, so the unrelated issue has another one.
    const unrelated = other.create({ title: 'a', text: 'Not ours', uuid: '00000000-0000-4000-8000-000000000000' });
    await toOther();
    await reply(id);
    await waitUntilSent(app, integration, 2);
    expect(unrelated.comments).toEqual([]);
    expect(other.issues[1]).toMatchObject({ state: 'open', comments: [expect.anything()] });
    expect(only(tracker).comments).toEqual([]);
    expect((await read(id)).externalIssues).toMatchObject([{ key: expect.stringMatching(/(#|-)2$/) }]);
  });

  test('a server with a new address keeps its issues', async () => {
    const { uuid, title, text, labels } = only(tracker);
    const moved = other.create({ uuid, title, text, labels });
    await toOther();
    await reply(id);
    await setStatus(id, 'resolved');
    await waitUntilSent(app, integration, 3);
    expect(only(other)).toBe(moved);
    expect(moved).toMatchObject({ state: 'closed', comments: [expect.anything()] });
    expect((await read(id)).externalIssues).toMatchObject([{ state: 'closed' }]);
  });

  test('unlinks nothing while the new destination cannot be read', async () => {
    await patch({ baseUrl: other.url, token: 'wrong_0123456789abcdef' });
    await reply(id);
    await waitUntilFailed(app, integration, 1);
    expect((await read(id)).externalIssues).toHaveLength(1);
    other.isTargetDeleted = true;
    await patch({ token: other.settings.token });
    await retryNow(app);
    await waitUntilFailed(app, integration, 2);
    expect((await readIntegration(app, owner, integration)).lastError).toMatch(/404|has no team/);
    expect((await read(id)).externalIssues).toHaveLength(1);
  });
});

describe.each(
  TRACKERS.filter(({ settings: place }) => place.repository).map((kind) => ({ kind, provider: kind.provider })),
)('another repository of $provider', ({ kind }) => {
  const MOVED = 'acme/moved';
  let tracker: TrackerDouble;
  let integration: IntegrationResponse;
  let id: string;

  beforeEach(async () => {
    tracker = await startTrackerDouble(kind);
    const { id: projectId } = await createProject(app, owner);
    integration = await connectTracker(app, owner, projectId, tracker);
    id = (await createAnnotation(app, owner, projectId)).id;
    await waitUntilSent(app, integration, 1);
    return () => tracker.close();
  });

  const slug = (name: string) => (kind.provider === 'gitlab' ? encodeURIComponent(name) : name);
  const [was, is] = [slug(kind.settings.repository ?? ''), slug(MOVED)];
  const patch = (repository: string) => call('PATCH', `/integrations/${integration.id}`, { repository });
  /**
   * Serves the issues of `target` under the new name; the old name redirects with `status`, if
   * given.
   */
  const moveTo = (target: TrackerDouble, status?: number) => {
    tracker.intercept = (asked) => {
      if (asked.path.includes(is)) return kind.respond({ ...asked, path: asked.path.replace(is, was) }, target);
      return status === undefined ? undefined : { status, headers: { location: '/repositories/1' } };
    };
  };

  test('receives nothing about issues of the first, whatever their numbers', async () => {
    const other = await startTrackerDouble(kind);
    const unrelated = other.create({ id: 77, title: 'Theirs', text: 'Not ours' });
    moveTo(other);
    expect((await patch(MOVED)).status).toBe(200);
    await setStatus(id, 'resolved');
    await waitUntilSent(app, integration, 2);
    await reply(id);
    await waitUntilSent(app, integration, 3);
    expect(unrelated).toMatchObject({ state: 'open', comments: [] });
    expect(other.issues).toHaveLength(2);
    expect(other.issues[1]).toMatchObject({ state: 'closed', comments: [expect.anything()] });
    expect(only(tracker)).toMatchObject({ state: 'open', comments: [] });
    await other.close();
  });

  test('that is the first one under a new name keeps its issues', async () => {
    moveTo(tracker, 301);
    await patch(MOVED);
    await reply(id);
    await setStatus(id, 'resolved');
    await waitUntilSent(app, integration, 3);
    expect(only(tracker)).toMatchObject({ state: 'closed', comments: [expect.anything()] });
  });
});

describe('GitHub', () => {
  let tracker: TrackerDouble;
  let integration: IntegrationResponse;
  let id: string;

  beforeEach(async () => {
    const kind = TRACKERS.find(({ provider }) => provider === 'github') as (typeof TRACKERS)[number];
    tracker = await startTrackerDouble(kind);
    const { id: projectId } = await createProject(app, owner);
    integration = await connectTracker(app, owner, projectId, tracker);
    id = (await createAnnotation(app, owner, projectId)).id;
    await waitUntilSent(app, integration, 1);
    return () => tracker.close();
  });

  const redirect = (isMoved: RegExp) => {
    tracker.intercept = ({ path }) =>
      isMoved.test(path)
        ? { status: 301, body: { message: 'Moved Permanently' }, headers: { location: '/elsewhere' } }
        : undefined;
  };

  test('a transferred issue is unlinked', async () => {
    redirect(/\/issues\/1/);
    await reply(id);
    await setStatus(id, 'resolved');
    await waitUntilSent(app, integration, 3);
    expect((await read(id)).externalIssues).toEqual([]);
    expect(await readIntegration(app, owner, integration)).toMatchObject({ lastError: null });
  });

  test('a renamed repository is reported', async () => {
    redirect(/./);
    await reply(id);
    await waitUntilFailed(app, integration, 1);
    expect((await readIntegration(app, owner, integration)).lastError).toBe(
      'GitHub responded with 301: acme/web.shop has moved; set repository to the new name',
    );
    expect((await read(id)).externalIssues).toHaveLength(1);
  });
});
