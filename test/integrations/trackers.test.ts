import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PageServer, page, servePages } from '../snapshots/support/pages.ts';
import { announceFile, attachFile } from '../support/attachments.ts';
import { rest } from '../support/client.ts';
import { drawnMetadata } from '../support/drawn-picture.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import {
  connectTracker,
  type IntegrationResponse,
  integrationDeliveries,
  retryNow,
  TRACKERS,
  waitUntilFailed,
  waitUntilSent,
} from '../support/integrations.ts';
import {
  postHook,
  startTrackerDouble,
  type TrackerDouble,
  type TrackerIssue,
} from '../support/servers/tracker-double.ts';
import { sweepPage } from '../support/snapshots.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** Input that trackers must not interpret as markup, commands, mentions or references. */
const NASTY = [
  '/close',
  '# Größer 👍 *a* {noformat} <!-- b --> @octocat #1 !2 [x](javascript:alert(1)) `c` :smile: 12:30:45',
  '    # four spaces',
  '\t- a tab',
  '## deeper',
  '#\t#',
  '1. one',
  '2) two',
  '===',
  '> quoted \\',
].join('\n');
/**
 * The same input escaped for Markdown: no line starts a block, no word is a mention or a reference.
 */
const QUOTED = [
  '> /close',
  '> \\# Größer 👍 \\*a\\* \\{noformat\\} \\<!\u2060\\-\\- b \\-\\-\\> @\u2060octocat \\#\u20601 !\u20602 ' +
    '\\[x\\]\\(javascript:alert\\(1\\)\\) \\`c\\` :\u2060smile: 12:30:45',
  '> \u00a0\u00a0\u00a0\u00a0\\# four spaces',
  '> \u00a0\u00a0\u00a0\u00a0\\- a tab',
  '> \\#\u2060\\# deeper',
  '> \\#\t\\#',
  '> 1\\. one',
  '> 2\\) two',
  '> \\=\\=\\=',
  '> \\> quoted \\\\',
].join('\n');

let app: TestApp;
let owner: TestUser;
let site: PageServer;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  owner = await registerUser(app);
  site = await servePages({ '/': page('<button id="buy">Buy the spade</button>') });
});
afterAll(async () => {
  await app.close();
  await site.close();
});

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

  const annotate = (values?: object) => createAnnotation(app, owner, projectId, values);
  const read = async (id: string) => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body;
  const setStatus = (id: string, status: string) =>
    rest(app, 'PUT', `/annotations/${id}/status`, { token: owner.token, body: { status } });
  const reply = async (id: string, content: string) =>
    (await rest(app, 'POST', `/annotations/${id}/comments`, { token: owner.token, body: { content } })).body;
  const threadOf = async (id: string) =>
    (await rest(app, 'GET', `/annotations/${id}/comments`, { token: owner.token })).body;
  const historyOf = async (id: string) =>
    (await rest(app, 'GET', `/annotations/${id}/history`, { token: owner.token })).body;
  const only = () => {
    expect(tracker.issues).toHaveLength(1);
    return tracker.issues[0] as TrackerIssue;
  };
  /** Creates an annotation, and waits for its issue. */
  const linked = async () => {
    const made = await annotate();
    await waitUntilSent(app, integration, 1);
    return { made, issue: only() };
  };

  test('creates an issue for an annotation, with page, element and author, and links to it', async () => {
    const url = 'https://shop.example/cart?a=1&b=(2)|3';
    const made = await annotate({ content: NASTY, url, metadata: { selector: '#total > `b`' } });
    await waitUntilSent(app, integration, 1);
    const { title, text } = only();
    expect(title).toMatch(/^Feedback #1: \/close # Größer/);
    expect(title).not.toContain('\n');
    for (const excerpt of ['Größer 👍', 'Ada', '#', 'https://shop.example/cart?a=1&b=(2)', made.appLink]) {
      expect(text).toContain(excerpt);
    }
    // The marker differs from the annotation's id, which is public.
    const [marker] = text.match(/pinbound[: ][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}( -->)?$/i) ?? [];
    expect(marker).toBeDefined();
    expect(marker).not.toContain(made.id);
    expect(text).toContain('#pinbound=1');
    // The text mentions no one: Jira does not parse text blocks, the others get a broken mention.
    if (kind.provider !== 'jira') {
      expect(text).not.toContain('@octocat');
      expect(text.startsWith(`${QUOTED}\n\n`)).toBe(true);
    }
    const [shown] = (await read(made.id)).externalIssues;
    expect(shown).toEqual({
      integrationId: integration.id,
      provider: kind.provider,
      key: expect.stringMatching(/^(#|SHOP-|ENG-)1$/),
      url: expect.stringMatching(/^https?:\/\/.*1$/),
      state: 'open',
    });
  });

  test('includes the screenshot if it exists when the issue is created', async () => {
    tracker.intercept = () => ({ status: 500 });
    const url = `${site.url}/`;
    const made = await annotate({ url, metadata: { selector: '#buy', text: 'Buy the spade' } });
    await waitUntilFailed(app, integration, 1);
    await sweepPage(app, owner, projectId, url);
    const { screenshotUrl, lastSeen } = await read(made.id);
    expect(screenshotUrl).toBe(lastSeen.imageUrl);
    tracker.intercept = undefined;
    await retryNow(app);
    await waitUntilSent(app, integration, 1);
    const [picture = ''] = only().text.match(/http\S+\/objects\/[^\s>!]+/) ?? [];
    expect(new URL(picture).pathname).toBe(new URL(screenshotUrl).pathname);
    const response = await fetch(picture.replace(/^https?:\/\/[^/]+/, app.url));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('includes the picture that the author drew on, also when a capture shows the element', async () => {
    tracker.intercept = () => ({ status: 500 });
    const url = `${site.url}/`;
    const made = await annotate({ url, metadata: { text: 'Buy the spade', ...(await drawnMetadata('#buy')) } });
    await waitUntilFailed(app, integration, 1);
    await sweepPage(app, owner, projectId, url);
    tracker.intercept = undefined;
    await retryNow(app);
    await waitUntilSent(app, integration, 1);
    const { lastSeen, metadata } = await read(made.id);
    const [picture = ''] = only().text.match(/http\S+\/o\/[^\s>!)\]|]+/) ?? [];
    expect(lastSeen).not.toBeNull();
    expect(new URL(picture).pathname).toBe(new URL(metadata.diagnostics.picture).pathname);
    const response = await fetch(picture.replace(/^https?:\/\/[^/]+/, app.url));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  test('adds replies as comments, once, with their authors', async () => {
    const { made } = await linked();
    await reply(made.id, NASTY);
    await waitUntilSent(app, integration, 2);
    const [comment, ...others] = only().comments;
    expect(others).toEqual([]);
    expect(comment?.text).toContain('Ada');
    expect(comment?.text).toContain(kind.provider === 'jira' ? 'Größer 👍' : `wrote:\n\n${QUOTED}\n\n`);
  });

  test('says in a comment that the name of another visitor is not verified', async () => {
    const settings = { token: owner.token, body: { publicReplies: 'all' } };
    const { projectKey } = (await rest(app, 'PATCH', `/projects/${projectId}`, settings)).body;
    const { made } = await linked();
    const body = { projectKey, content: 'Please ignore the comment above', name: 'Ada' };
    expect(await rest(app, 'POST', `/annotations/public/${made.id}/comments`, { body })).toMatchObject({ status: 201 });
    await waitUntilSent(app, integration, 2);
    expect(only().comments[0]?.text.replace(/\\/g, '')).toContain('Ada (another visitor, name not verified)');
  });

  test('links the files of annotations and replies, which are uploaded after them', async () => {
    const made = await annotate({ source: 'overlay' });
    await attachFile(app, owner, { id: made.id, name: 'as-is *.txt' }, 'today');
    await waitUntilSent(app, integration, 1);
    const linksIn = (text: string) =>
      [...text.matchAll(/http\S+\/objects\/[^\s>)\]]+/g)].map(([url]) => url.replace(/^https?:\/\/[^/]+/, app.url));
    const contents = (text: string) => Promise.all(linksIn(text).map(async (url) => (await fetch(url)).text()));
    expect(await contents(only().text)).toEqual(['today']);
    const { id: commentId } = await reply(made.id, 'Here is a mock-up.');
    await announceFile(app, owner, { id: made.id, commentId, name: 'given-up.txt' });
    await attachFile(app, owner, { id: made.id, commentId, name: 'mock-up.txt' }, 'tomorrow');
    const { pool } = app.services;
    await pool.query(`UPDATE attachments SET expires_at = now() WHERE name = 'given-up.txt'`);
    await waitUntilSent(app, integration, 2);
    const [comment] = only().comments;
    expect(comment?.text).toContain('24 hours');
    expect(comment?.text).not.toContain('given');
    expect(await contents(comment?.text ?? '')).toEqual(['tomorrow']);
    // No attempt was counted while it waited.
    expect(await integrationDeliveries(app, integration)).toMatchObject([{ attemptCount: 1 }, { attemptCount: 1 }]);
    await rest(app, 'PUT', `/annotations/${made.id}/visibility`, {
      token: owner.token,
      body: { visibility: 'internal' },
    });
    for (const url of linksIn(comment?.text ?? '')) expect((await fetch(url)).status).toBe(404);
  });

  test('synchronizes the status, and ignores the echoes of its own changes', async () => {
    const { made, issue } = await linked();
    const steps = [
      ['in_progress', kind.hasStartedState ? 'started' : 'open'],
      ['resolved', 'closed'],
      ['open', 'open'],
    ] as const;
    let sent = 1;
    for (const [status, state] of steps) {
      await setStatus(made.id, status);
      await waitUntilSent(app, integration, ++sent);
      expect(issue.state).toBe(state);
      expect((await read(made.id)).status).toBe(status);
      expect((await read(made.id)).externalIssues[0].state).toBe(state);
    }
    await reply(made.id, 'Done?');
    await waitUntilSent(app, integration, ++sent);
    expect(tracker.sent.length).toBeGreaterThan(kind.hasStartedState ? 3 : 2);
    expect(tracker.sent.every(({ response }) => response.result === 'ignored')).toBe(true);
    // Late and repeated echoes are ignored as well.
    for (const hook of tracker.sent) expect((await postHook(integration.inboundUrl, hook)).status).toBe(200);
    expect((await historyOf(made.id)).filter(({ kind: what }: { kind: string }) => what === 'status')).toHaveLength(3);
    expect(await threadOf(made.id)).toHaveLength(1);
    expect(await integrationDeliveries(app, integration)).toHaveLength(sent);
  });

  test('applies the status that people set in the tracker, and sends nothing back', async () => {
    const { made, issue } = await linked();
    const steps = kind.hasStartedState ? (['started', 'closed', 'open'] as const) : (['closed', 'open'] as const);
    const statuses = { started: 'in_progress', closed: 'resolved', open: 'open' };
    for (const state of steps) {
      tracker.move(issue, state, 'Octo');
      expect(await tracker.sendHooks()).toMatchObject({ status: 200, response: { result: 'applied' } });
      expect(await read(made.id)).toMatchObject({ status: statuses[state], externalIssues: [{ state }] });
    }
    await waitUntilSent(app, integration, 1 + steps.length);
    expect(tracker.calls.filter(kind.isMove)).toEqual([]);
    for (const hook of tracker.sent) {
      expect(await postHook(integration.inboundUrl, hook)).toMatchObject({ status: 200 });
    }
    expect((await read(made.id)).status).toBe('open');
    expect(await historyOf(made.id)).toHaveLength(steps.length);
  });

  test('imports the comments of people once, with their names, and does not send them back', async () => {
    const { made, issue } = await linked();
    tracker.comment(issue, `Looks ${NASTY}`, 'Octo Cat');
    expect(await tracker.sendHooks()).toMatchObject({ status: 200, response: { result: 'applied' } });
    for (const hook of tracker.sent.slice(-1)) {
      expect(await postHook(integration.inboundUrl, hook)).toMatchObject({ response: { result: 'duplicate' } });
    }
    await waitUntilSent(app, integration, 2);
    const thread = await threadOf(made.id);
    expect(thread).toMatchObject([{ content: `Looks ${NASTY}`, author: { id: null, email: null } }]);
    expect(thread[0].author.name).toMatch(/^Octo Cat \((GitHub|GitLab|Jira|Linear)\)$/);
    expect(issue.comments).toHaveLength(1);
  });

  test('responds to a connection test with the destination', async () => {
    const { status, body } = await rest(app, 'POST', `/integrations/${integration.id}/test`, { token: owner.token });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, message: expect.stringMatching(/^Issues go to /), status: null });
    expect(tracker.issues).toEqual([]);
  });
});
