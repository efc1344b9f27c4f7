import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import {
  connectTracker,
  readIntegration,
  retryNow,
  type ShownIntegration,
  TRACKERS,
  untilFailed,
  untilSent,
} from '../support/integrations.ts';
import {
  postHook,
  startTrackerDouble,
  type TrackerDouble,
  type TrackerHook,
  type TrackerIssue,
} from '../support/servers/tracker-double.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp({ jobs: true });
let owner: TestUser;

beforeAll(async () => {
  owner = await registerUser(app);
});

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
  let integration: ShownIntegration;
  let id: string;

  beforeEach(async () => {
    tracker = await startTrackerDouble(kind);
    other = await startTrackerDouble(kind);
    const { id: projectId } = await createProject(app, owner);
    integration = await connectTracker(app, owner, projectId, tracker);
    id = (await createAnnotation(app, owner, projectId)).id;
    await untilSent(app, integration, 1);
    return () => Promise.all([tracker.close(), other.close()]);
  });

  const patch = (body: object) => call('PATCH', `/integrations/${integration.id}`, body);
  const toOther = () => patch({ baseUrl: other.url, token: other.place.token });
  /** Somebody else's, with the number and the id that ours has where it was made. */
  const strangers = () => {
    const { uuid, title } = only(tracker);
    return other.create({ title, text: 'Not ours', uuid });
  };

  test('nothing is sent to an issue of another server that has the number and the id of ours', async () => {
    const stranger = strangers();
    expect(stranger).toMatchObject({ id: only(tracker).id, number: 1 });
    expect((await toOther()).status).toBe(200);
    await setStatus(id, 'resolved');
    await untilSent(app, integration, 2);
    expect((await read(id)).externalIssues).toEqual([]);
    await setStatus(id, 'open');
    await untilSent(app, integration, 3);
    expect(stranger).toMatchObject({ state: 'open', comments: [] });
    expect([...tracker.calls, ...other.calls].filter(kind.isMove)).toEqual([]);
    expect(only(tracker).state).toBe('open');
  });

  test('nothing is taken of such an issue either', async () => {
    const stranger = strangers();
    await toOther();
    const secret = tracker.hook?.secret ?? '';
    const closed = { ...stranger, state: 'closed' as const, updatedAt: new Date(Date.now() + 5_000) };
    const hook = kind.hookFor({ kind: 'moved', issue: closed, by: 'Octo' }, secret) as TrackerHook;
    expect(await postHook(integration.inboundUrl, hook)).toMatchObject({ status: 200, answer: { result: 'ignored' } });
    expect((await read(id)).status).toBe('open');
  });

  test('a reply after the move makes an issue there, and what was is left as it is', async () => {
    // Linear takes no id twice: the strangers' has another.
    const stranger = other.create({ title: 'a', text: 'Not ours', uuid: '00000000-0000-4000-8000-000000000000' });
    await toOther();
    await reply(id);
    await untilSent(app, integration, 2);
    expect(stranger.comments).toEqual([]);
    expect(other.issues[1]).toMatchObject({ state: 'open', comments: [expect.anything()] });
    expect(only(tracker).comments).toEqual([]);
    expect((await read(id)).externalIssues).toMatchObject([{ key: expect.stringMatching(/(#|-)2$/) }]);
  });

  test('a server that has another address keeps its issues', async () => {
    const { uuid, title, text, labels } = only(tracker);
    const moved = other.create({ uuid, title, text, labels });
    await toOther();
    await reply(id);
    await setStatus(id, 'resolved');
    await untilSent(app, integration, 3);
    expect(only(other)).toBe(moved);
    expect(moved).toMatchObject({ state: 'closed', comments: [expect.anything()] });
    expect((await read(id)).externalIssues).toMatchObject([{ state: 'closed' }]);
  });

  test('while the new place cannot be read, nothing is given up', async () => {
    await patch({ baseUrl: other.url, token: 'wrong_0123456789abcdef' });
    await reply(id);
    await untilFailed(app, integration, 1);
    expect((await read(id)).externalIssues).toHaveLength(1);
    other.placeGone = true;
    await patch({ token: other.place.token });
    await retryNow(app);
    await untilFailed(app, integration, 2);
    expect((await readIntegration(app, owner, integration)).lastError).toMatch(/404|has no team/);
    expect((await read(id)).externalIssues).toHaveLength(1);
  });
});

describe.each(TRACKERS.filter(({ place }) => place.repository).map((kind) => ({ kind, provider: kind.provider })))(
  'another repository of $provider',
  ({ kind }) => {
    const MOVED = 'acme/moved';
    let tracker: TrackerDouble;
    let integration: ShownIntegration;
    let id: string;

    beforeEach(async () => {
      tracker = await startTrackerDouble(kind);
      const { id: projectId } = await createProject(app, owner);
      integration = await connectTracker(app, owner, projectId, tracker);
      id = (await createAnnotation(app, owner, projectId)).id;
      await untilSent(app, integration, 1);
      return () => tracker.close();
    });

    const slug = (name: string) => (kind.provider === 'gitlab' ? encodeURIComponent(name) : name);
    const [was, is] = [slug(kind.place.repository ?? ''), slug(MOVED)];
    const patch = (repository: string) => call('PATCH', `/integrations/${integration.id}`, { repository });
    /** The new name leads to what `answering` has; the old one to nothing, or on. */
    const moveTo = (answering: TrackerDouble, status?: number) => {
      tracker.intercept = (asked) => {
        if (asked.path.includes(is)) return kind.answer({ ...asked, path: asked.path.replace(is, was) }, answering);
        return status === undefined ? undefined : { status, headers: { location: '/repositories/1' } };
      };
    };

    test('gets nothing about issues of the first, whatever their numbers', async () => {
      const other = await startTrackerDouble(kind);
      const stranger = other.create({ id: 77, title: 'Theirs', text: 'Not ours' });
      moveTo(other);
      expect((await patch(MOVED)).status).toBe(200);
      await setStatus(id, 'resolved');
      await untilSent(app, integration, 2);
      await reply(id);
      await untilSent(app, integration, 3);
      expect(stranger).toMatchObject({ state: 'open', comments: [] });
      expect(other.issues).toHaveLength(2);
      expect(other.issues[1]).toMatchObject({ state: 'closed', comments: [expect.anything()] });
      expect(only(tracker)).toMatchObject({ state: 'open', comments: [] });
      await other.close();
    });

    test('that is the first under a new name keeps its issues', async () => {
      moveTo(tracker, 301);
      await patch(MOVED);
      await reply(id);
      await setStatus(id, 'resolved');
      await untilSent(app, integration, 3);
      expect(only(tracker)).toMatchObject({ state: 'closed', comments: [expect.anything()] });
    });
  },
);

describe('GitHub', () => {
  let tracker: TrackerDouble;
  let integration: ShownIntegration;
  let id: string;

  beforeEach(async () => {
    const kind = TRACKERS.find(({ provider }) => provider === 'github') as (typeof TRACKERS)[number];
    tracker = await startTrackerDouble(kind);
    const { id: projectId } = await createProject(app, owner);
    integration = await connectTracker(app, owner, projectId, tracker);
    id = (await createAnnotation(app, owner, projectId)).id;
    await untilSent(app, integration, 1);
    return () => tracker.close();
  });

  const leadOn = (isMoved: RegExp) => {
    tracker.intercept = ({ path }) =>
      isMoved.test(path)
        ? { status: 301, body: { message: 'Moved Permanently' }, headers: { location: '/elsewhere' } }
        : undefined;
  };

  test('an issue that was transferred is left at that', async () => {
    leadOn(/\/issues\/1/);
    await reply(id);
    await setStatus(id, 'resolved');
    await untilSent(app, integration, 3);
    expect((await read(id)).externalIssues).toEqual([]);
    expect(await readIntegration(app, owner, integration)).toMatchObject({ lastError: null });
  });

  test('a repository that has another name is told in words', async () => {
    leadOn(/./);
    await reply(id);
    await untilFailed(app, integration, 1);
    expect((await readIntegration(app, owner, integration)).lastError).toBe(
      'GitHub answered 301: what acme/web.shop names has moved; give the new name as repository',
    );
    expect((await read(id)).externalIssues).toHaveLength(1);
  });
});
