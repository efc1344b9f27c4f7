import { beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject } from '../support/factories.ts';
import { createIntegration, TRACKERS, waitUntilSent } from '../support/integrations.ts';
import { startDiscordDouble } from '../support/servers/discord-double.ts';
import type { ProviderDouble, ProviderResponse } from '../support/servers/provider-double.ts';
import { type ChannelDouble, startSlackDouble } from '../support/servers/slack-double.ts';
import { startTrackerDouble, type TrackerDouble } from '../support/servers/tracker-double.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp({ jobs: true });
const owner = useOwner(app);
let projectId: string;

beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
});

const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
const find = (values: object) => call('POST', '/integrations/targets', { projectId, ...values });
const list = (id: string, query = '') => call('GET', `/integrations/${id}/targets${query}`);

interface Target {
  value: string;
  name: string;
}

/** Follows the cursors to the end; returns the targets and the number of pages. */
async function readAll(read: (cursor: string | undefined) => ReturnType<typeof find>) {
  const targets: Target[] = [];
  let pages = 0;
  let cursor: string | undefined;
  do {
    const { status, body } = await read(cursor);
    expect(status).toBe(200);
    targets.push(...body.targets);
    cursor = body.nextCursor ?? undefined;
    pages += 1;
  } while (cursor !== undefined && pages < 50);
  return { targets, pages };
}

const KEYS = Array.from({ length: 230 }, (_, index) => `K${1_000 + index}`);

describe.each(TRACKERS.map((kind) => ({ kind, provider: kind.provider })))('$provider', ({ kind, provider }) => {
  let tracker: TrackerDouble;
  let access: object;

  beforeEach(async () => {
    tracker = await startTrackerDouble(kind);
    const { [kind.targetSetting]: _, ...rest } = tracker.settings;
    access = { provider, ...rest };
    return () => tracker.close();
  });

  test('lists the targets of a token; one of them makes a working integration', async () => {
    const { status, body } = await find(access);
    expect(status).toBe(200);
    expect(body).toEqual({
      targets: [
        {
          value: kind.settings[kind.targetSetting],
          name: expect.any(String),
          group: provider === 'github' ? 'acme' : provider === 'gitlab' ? 'acme/web' : null,
          isPrivate: { github: true, gitlab: true, jira: null, linear: false }[provider],
          issueTypes: provider === 'jira' ? ['Task'] : [],
        },
      ],
      nextCursor: null,
    });
    const target = { [kind.targetSetting]: body.targets[0].value };
    const { id } = await createIntegration(app, owner, projectId, { ...access, ...target });
    expect(await list(id)).toMatchObject({ status: 200, body });
    expect((await call('POST', `/integrations/${id}/test`)).body).toMatchObject({ ok: true });
  });

  test('lists every target once, page by page, and finds one by a part of its name', async () => {
    tracker.otherTargets = KEYS;
    const own = kind.settings[kind.targetSetting];
    const { targets, pages } = await readAll((cursor) => find({ ...access, limit: 60, cursor }));
    expect(targets.map(({ value }) => value)).toEqual([own, ...KEYS.map(kind.targetValue)]);
    expect(pages).toBe(4);
    const search = async (text: string) =>
      (await readAll((cursor) => find({ ...access, search: text, cursor }))).targets.map(({ value }) => value);
    expect(await search('k1229')).toEqual([kind.targetValue('K1229')]);
    expect(await search('k11')).toHaveLength(100);
    expect(await search('no such name')).toEqual([]);
  });

  test('reports the errors of the provider, and never the token', async () => {
    const { id } = await createIntegration(app, owner, projectId, { provider, ...tracker.settings });
    const denied = await find({ ...access, token: 'a-wrong-token' });
    expect(denied.status).toBe(400);
    expect(denied.body.message).toMatch(/^(GitHub|GitLab|Jira|Linear) responded with 401: .*; check the token$/);
    expect(denied.body.message).not.toContain('a-wrong-token');
    const responses: [ProviderResponse, object, RegExp][] = [
      [kind.rateLimited(30), { status: 429 }, /requested a pause of \d+ s; send this again then$/],
      [{ status: 503, body: 'down' }, { status: 400 }, /with 503: down; send this again/],
      [{ status: 200, body: '<html>' }, { status: 400 }, /unexpected format; send this again later$/],
      [{ status: 302, headers: { location: 'https://other.example/' } }, { status: 400 }, /redirects are not followed/],
    ];
    for (const [response, expected, message] of responses) {
      tracker.intercept = () => response;
      for (const result of [await find(access), await list(id)]) {
        expect(result).toMatchObject(expected);
        expect(result.body.message).toMatch(message);
      }
    }
    await tracker.close();
    const unreachable = await list(id);
    expect(unreachable.status).toBe(400);
    expect(unreachable.body.message).toMatch(/ cannot be reached: /);
    tracker = await startTrackerDouble(kind);
  });
});

test('a search of a provider that cannot search is bounded, and continues from its cursor', async () => {
  const [kind] = TRACKERS;
  if (kind === undefined) throw new Error('no tracker');
  const tracker = await startTrackerDouble(kind);
  tracker.otherTargets = Array.from({ length: 1_500 }, (_, index) => `R${index}`);
  const { baseUrl, token } = tracker.settings;
  const access = { provider: 'github', baseUrl, token, search: 'r1499' };
  const first = await find(access);
  expect(first.body).toEqual({ targets: [], nextCursor: expect.any(String) });
  expect(tracker.calls).toHaveLength(10);
  const { targets } = (await find({ ...access, cursor: first.body.nextCursor })).body;
  expect(targets).toMatchObject([{ value: 'acme/R1499' }]);
  await tracker.close();
});

test('Jira Data Center lists its projects at once, and they are searched here', async () => {
  const [, , kind] = TRACKERS;
  if (kind?.provider !== 'jira') throw new Error('not Jira');
  const tracker = await startTrackerDouble(kind);
  tracker.intercept = ({ path, headers }) => {
    if (path !== '/rest/api/2/project' || headers.authorization !== 'Bearer a-personal-token') return undefined;
    return { status: 200, body: KEYS.map((key) => ({ key, name: `Project ${key}` })) };
  };
  const access = { provider: 'jira', baseUrl: tracker.url, token: 'a-personal-token' };
  const { targets } = await readAll((cursor) => find({ ...access, limit: 100, cursor }));
  expect(targets.map(({ value }) => value)).toEqual(KEYS);
  expect((await find({ ...access, search: 'project k1007' })).body.targets).toMatchObject([{ value: 'K1007' }]);
  await tracker.close();
});

const CHANNELS = [
  { provider: 'slack', start: startSlackDouble, denied: /^Slack responded with 401: invalid_auth; check the token$/ },
  { provider: 'discord', start: startDiscordDouble, denied: /^Discord responded with 401: .*; check the token$/ },
];

describe.each(CHANNELS)('$provider', ({ provider, start, denied }) => {
  let double: ChannelDouble & ProviderDouble;
  beforeEach(async () => {
    double = await start();
    return () => double.close();
  });
  const access = () => ({ provider, baseUrl: double.bot.baseUrl, token: double.bot.token });

  test('lists the channels of a bot, which posts to the chosen one', async () => {
    double.otherChannels = KEYS;
    const { targets } = await readAll((cursor) => find({ ...access(), limit: 100, cursor }));
    expect(targets.map(({ name }) => name)).toEqual(['feedback', ...KEYS]);
    const group = provider === 'discord' ? 'Acme' : null;
    const found = (await find({ ...access(), search: 'FEED' })).body.targets;
    expect(found).toMatchObject([{ value: double.bot.channelId, name: 'feedback', group, issueTypes: [] }]);
    const integration = await createIntegration(app, owner, projectId, { provider, ...double.bot });
    expect(integration).toMatchObject({ channelId: double.bot.channelId, baseUrl: double.bot.baseUrl });
    expect((await list(integration.id, '?search=k1000')).body.targets).toMatchObject([{ name: 'K1000' }]);
    expect((await call('POST', `/integrations/${integration.id}/test`)).body).toMatchObject({ ok: true });
    await createAnnotation(app, owner, projectId, { content: 'The price is wrong' });
    await waitUntilSent(app, integration, 1);
    expect(JSON.stringify(double.messages)).toContain('The price is wrong');
    expect(double.messages).toHaveLength(1);
  });

  test('reports a wrong token, and a webhook, which lists no channels', async () => {
    const wrong = await find({ ...access(), token: 'a-wrong-token' });
    expect(wrong).toMatchObject({ status: 400, body: { message: expect.stringMatching(denied) } });
    const webhook = await createIntegration(app, owner, projectId, { provider, webhookUrl: double.webhookUrl });
    expect(await list(webhook.id)).toMatchObject({
      status: 400,
      body: {
        message: 'id: this integration has an incoming webhook, which lists no channels; use the token of a bot',
      },
    });
  });
});

test('the test of a connection to a forum of Discord says that it accepts no messages', async () => {
  const double = await startDiscordDouble();
  const settings = { provider: 'discord', ...double.bot, channelId: '400000000000000015' };
  const { id } = await createIntegration(app, owner, projectId, settings);
  expect((await call('POST', `/integrations/${id}/test`)).body).toEqual({
    ok: false,
    status: 400,
    message: '#ideas accepts no messages, as a forum or a category; choose a text channel or a thread',
  });
  await double.close();
});

test.each([
  [{ provider: 'slack' }, /^token: is required$/],
  [{ provider: 'slack', token: 'x', email: 'a@b.example' }, /^email: is not supported by Slack; omit it$/],
  [{ provider: 'jira', token: 'x' }, /^baseUrl: is required$/],
  [{ provider: 'github', token: 'a b' }, /^token: must be printable ASCII without spaces$/],
  [{ provider: 'github', token: 'x', baseUrl: 'ftp://a.example' }, /^baseUrl: must be an http or https URL$/],
  [{ provider: 'github', token: 'x', limit: 101 }, /^limit: must be from 1 to 100$/],
  [{ provider: 'github', token: 'x', search: '' }, /^search: /],
  [{ provider: 'github', token: 'x', cursor: 'bm8' }, /^cursor: is not a cursor returned by this list/],
])('rejects %j', async (values, message) => {
  const { status, body } = await find(values);
  expect(status).toBe(400);
  expect(body.message).toMatch(message);
});
