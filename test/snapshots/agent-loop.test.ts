import type { RequestListener } from 'node:http';
import type { Client } from '@modelcontextprotocol/client';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TOKEN_PRESETS } from '../../src/resolvers/platform/policies/token-actions.ts';
import { createPersonalToken } from '../support/access-tokens.ts';
import { graphql, rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { callTool, connectAgent } from '../support/mcp.ts';
import { sweepPage } from '../support/snapshots.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type PageServer, page, servePages } from './support/pages.ts';

// Six seconds: it captures a page about ten times in a real browser.

const app = useTestApp({ jobs: true });
const shop = (color: string) =>
  page(`<main><h1>Tools for the garden</h1><p>Rakes and spades from small workshops</p>
    <button id="buy" style="background:${color};color:#fff;border:0;padding:12px">Order now</button></main>`);
const [GREEN, RED] = [shop('#0a0'), shop('#c00')];

let site: PageServer;
let shown: string;
let owner: TestUser;
let token: string;
let agent: Client;
let projectId: string;
let environmentId: string;
let id: string;

beforeAll(async () => {
  owner = await registerUser(app);
  site = await servePages({
    '/': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(shown),
  });
  ({ token } = await createPersonalToken(app, owner, { actions: [...TOKEN_PRESETS.fix] }));
  agent = await connectAgent(app, token);
});
afterAll(() => site.close());

beforeEach(async () => {
  shown = GREEN;
  projectId = (await createProject(app, owner)).id;
  const body = { projectId, name: 'Production', url: `${site.url}/`, kind: 'production' };
  environmentId = (await rest(app, 'POST', '/environments', { token: owner.token, body })).body.id;
  const annotation = {
    url: `${site.url}/`,
    content: 'Make the button red',
    metadata: { selector: '#buy', text: 'Order now' },
  };
  id = (await createAnnotation(app, owner, projectId, annotation)).id;
  await sweepPage(app, owner, projectId, `${site.url}/`);
});

const call = async (name: string, args: Record<string, unknown> = {}) => {
  const result = await callTool(agent, name, args);
  expect(result.isError ? result.text : '').toBe('');
  return result;
};

/** Size of a picture, and its mean color. */
async function look({ data, mimeType }: { data: string; mimeType: string }) {
  expect(mimeType).toBe('image/webp');
  const image = Buffer.from(data, 'base64');
  expect(image.length).toBeLessThanOrEqual(1024 * 1024);
  const { width = 0, height = 0 } = await sharp(image).metadata();
  const { channels } = await sharp(image).stats();
  return { width, height, means: channels.map(({ mean }) => Math.round(mean)) };
}

describe('an agent', () => {
  test('finds a comment, sees it, checks its fix, resolves with proof and replies', async () => {
    const { answer: me } = await call('whoami');
    const [project] = me.organizations.nodes[0].projects.nodes;
    expect(project).toMatchObject({ id: projectId, environments: { nodes: [{ name: 'Production' }] } });
    const { answer: work } = await call('find_work', { projectId: project.id });
    expect(work.annotations.nodes).toMatchObject([{ id, status: 'open', untrustedText: 'Make the button red' }]);
    const { answer: read } = await call('get_comment', { id, sections: ['element', 'captures'] });
    expect(read.annotation).toMatchObject({
      anchor: { state: 'bound' },
      snapshotPins: { nodes: [{ state: 'bound', untrustedStyles: { backgroundColor: 'rgb(0, 170, 0)' } }] },
    });
    for (const which of ['reported', 'last_seen', 'now']) {
      const { images } = await call('see', { id, which });
      expect(images).toHaveLength(1);
      const { width, height } = await look(images[0] ?? { data: '', mimeType: '' });
      expect([which, width > 80, height > 30]).toEqual([which, true, true]);
    }
    const { images: pages, answer: seen } = await call('see_page', { projectId, url: `${site.url}/` });
    expect(seen.snapshots.data[0].pins.nodes).toMatchObject([{ state: 'bound', annotation: { id } }]);
    expect((await look(pages[0] ?? { data: '', mimeType: '' })).width).toBeGreaterThan(1_000);
    expect((await call('guards_for', { projectId, url: `${site.url}/` })).answer.guards.nodes).toEqual([]);

    shown = RED;
    const { answer: checked, images } = await call('check_fix', { id, pictures: true });
    expect(checked).toMatchObject({
      state: 'done',
      snapshotId: expect.any(String),
      fixVerdict: { verdict: 'changed', effect: 'does_it', id: expect.any(String) },
    });
    expect(images).toHaveLength(2);
    const { answer: resolved } = await call('resolve', { id, verdictId: checked.fixVerdict.id });
    expect(resolved.setAnnotationStatus).toMatchObject({ status: 'resolved', proof: { verdict: 'changed' } });
    const { answer: reply } = await call('reply', { id, text: 'The button is red since the commit abc123' });
    expect(reply.addComment).toMatchObject({ annotationId: id, visibility: 'internal' });

    expect((await call('see', { id, which: 'proof' })).images).toHaveLength(2);
    const { answer: guards } = await call('guards_for', { projectId, selector: '#buy' });
    expect(guards.guards.nodes).toMatchObject([{ annotation: { id }, untrustedUrl: expect.stringContaining('http') }]);
    expect((await call('guards_for', { projectId, selector: '#other' })).answer.guards.nodes).toEqual([]);
    expect((await call('find_work', { projectId })).answer.annotations.nodes).toEqual([]);
  });

  test('that changes nothing gets no proof', async () => {
    const { answer } = await call('check_fix', { id });
    expect(answer).toMatchObject({ state: 'done', fixVerdict: { verdict: 'unchanged' } });
    const { isError, text } = await callTool(agent, 'resolve', { id, verdictId: answer.fixVerdict.id });
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining('verdictId: the verdict is unchanged; expected one'),
    ]);
  });

  test('gets a handle while the check runs, and the verdict by it', async () => {
    shown = RED;
    const { answer: started } = await call('check_fix', { id, waitSeconds: 0 });
    expect(started).toMatchObject({ state: 'running', snapshotId: expect.any(String) });
    expect(started.fixVerdict).not.toHaveProperty('verdict');
    const { answer } = await call('check_fix', { id, snapshotId: started.snapshotId });
    expect(answer).toMatchObject({ state: 'done', snapshotId: started.snapshotId, fixVerdict: { verdict: 'changed' } });
  });

  test('checks on a preview host that an admin listed, without the credentials of the environment', async () => {
    const received: unknown[] = [];
    const serve: RequestListener = ({ headers }, response) => {
      received.push([headers.authorization, headers.cookie, headers['x-key']]);
      response.writeHead(200, { 'content-type': 'text/html' }).end(RED);
    };
    const preview = await servePages({ '/': serve, '/other': serve });
    try {
      const headers = [{ name: 'x-key', value: 'let-me-in-1234' }];
      const cookies = [{ name: 'session', value: 'let-me-in-1234' }];
      const basic = { username: 'shop', password: 'let-me-in-1234' };
      const body = { basic, headers, cookies };
      const set = await rest(app, 'PUT', `/environments/${environmentId}/capture-credentials`, {
        token: owner.token,
        body,
      });
      expect(set.status).toBe(200);
      const url = `${preview.url}/`;
      const refused = await callTool(agent, 'check_fix', { id, url });
      expect([refused.isError, refused.text]).toEqual([
        true,
        `url: 127.0.0.1:${preview.port} is not a host of the project. Check an address of an environment, or ask an admin to add the host to the preview hosts in the project settings (previewHosts)`,
      ]);
      const previewHosts = [`127.0.0.1:${preview.port}`];
      await rest(app, 'PATCH', `/projects/${projectId}`, { token: owner.token, body: { previewHosts } });
      const elsewhere = await callTool(agent, 'check_fix', { id, url: `${preview.url}/other` });
      expect([elsewhere.isError, elsewhere.text]).toEqual([
        true,
        expect.stringMatching(
          /^url: must be the page of the comment on 127\.0\.0\.1:\d+: the same path and parameters/,
        ),
      ]);
      expect(received).toEqual([]);

      const { answer } = await call('check_fix', { id, url });
      expect(answer).toMatchObject({
        state: 'done',
        fixVerdict: { untrustedUrl: url, verdict: 'changed', effect: 'does_it' },
      });
      expect(received.length).toBeGreaterThan(0);
      expect(received.flat().filter((value) => value !== undefined)).toEqual([]);
      const pages = await rest(app, 'GET', `/v1/projects/${projectId}/pages`, { token: owner.token });
      expect(JSON.stringify(pages.body)).not.toContain(`:${preview.port}`);

      const early = await callTool(agent, 'resolve', { id, verdictId: answer.fixVerdict.id });
      expect([early.isError, early.text]).toEqual([
        true,
        'verdictId: This verdict is of a preview. Check the fix again once it is deployed to an environment, and name that verdict',
      ]);
      for (const which of ['reported', 'now']) {
        const { images } = await call('see', { id, which });
        const { means } = await look(images.at(-1) ?? { data: '', mimeType: '' });
        expect([which, images.length, (means[1] ?? 0) > (means[0] ?? 0)]).toEqual([which, 1, true]);
      }
      const query = 'query ($id: ID!) { annotation(id: $id) { timeline(kinds: [look]) { nodes { id } } } }';
      const looks = await graphql(app, query, { id }, { token: owner.token });
      const pins = await app.services.db.snapshotPin.count({ where: { annotationId: id } });
      expect([pins, looks.data?.annotation.timeline.nodes.length]).toEqual([2, 1]);

      // The look of the preview is never the reported look: production is still as it was.
      const { answer: published } = await call('check_fix', { id });
      expect(published).toMatchObject({ fixVerdict: { untrustedUrl: `${site.url}/`, verdict: 'unchanged' } });
    } finally {
      await preview.close();
    }
  });
});
