import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OPERATION_TOOLS } from '../../src/mcp/operations.ts';
import { toolsOf } from '../../src/mcp/tools.ts';
import { TOKEN_PRESETS } from '../../src/resolvers/platform/policies/token-actions.ts';
import { schema } from '../../src/schema/index.ts';
import { createPersonalToken } from '../support/access-tokens.ts';
import { graphql, rest } from '../support/client.ts';
import { demoProject } from '../support/demo.ts';
import { freePort } from '../support/server-process.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { fencesIn, fill, readPage, tableOf } from './support/markdown.ts';

// Fifteen seconds: it serves the demo shop, and captures it in a real browser.

const page = readPage('docs/agents.md');

let app: TestApp;
let folder: string;
let shop: ChildProcess | undefined;

beforeAll(async () => {
  app = await startTestApp({ demo: true, jobs: true });
  folder = mkdtempSync(join(tmpdir(), 'pinbound-agents-'));
});
afterAll(async () => {
  shop?.kill();
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('lists every tool with the actions that it needs', () => {
  const rows = tableOf(page, 'Tool', 'Needs', 'Purpose').map(([name, needs]) => [name, needs]);
  const tools = [...toolsOf(schema).values()].map(({ name, needs }): [string, string] => [name, needs.join(', ')]);
  const expected = [...tools, ...OPERATION_TOOLS.map(({ name }) => [name, expect.any(String)])];
  const sorted = (cell = '') => cell.split(', ').sort().join(', ');
  expect(rows.map(([name, needs]) => [name, sorted(needs)])).toEqual(
    expected.map(([name, needs]) => [name, typeof needs === 'string' ? sorted(needs) : needs]),
  );
});

/** Runs commands of the page in the folder, and returns what they print. */
async function run(commands: string, env: Record<string, string>) {
  const child = spawn('sh', ['-ec', commands], { cwd: folder, env: { ...process.env, HOME: folder, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text));
  const [code] = await once(child, 'close');
  return { code, output };
}

test('leads from the first command to a green check', async () => {
  const { token, projectId } = await demoProject(app);
  const user = await rest(app, 'GET', '/auth/me', { token });
  const agent = await createPersonalToken(app, user.body, {
    actions: [...TOKEN_PRESETS.fix],
    allProjects: false,
    projectIds: [projectId],
  });
  const address = `http://127.0.0.1:${await freePort()}`;
  const start = page.indexOf('## Try it on the demo');
  const section = page.slice(start, page.indexOf('\n## ', start));
  const values = {
    'http://localhost:4000': app.url,
    '<TOKEN>': agent.token,
    '<PROJECT_ID>': projectId,
    'http://127.0.0.1:4100': address,
    'node shop/serve.mjs': `node shop/serve.mjs ${new URL(address).port}`,
  };
  const [first = '', second = '', third = ''] = fencesIn(section, 'sh').map(({ text }) => text);
  const [settings = '', ...fetching] = fill(first, values).split('\n');
  const env = Object.fromEntries(
    settings
      .split(' ')
      .slice(1)
      .map((pair) => pair.split('=')),
  ) as Record<string, string>;
  expect(await run(fetching.join('\n'), env)).toMatchObject({ code: 0 });

  const preparing = fill(second, values).split('\n');
  const serving = preparing.pop() ?? '';
  expect(await run(preparing.join('\n'), env)).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, '.mcp.json'))).toBe(true);
  shop = spawn('sh', ['-c', `exec ${serving}`], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(shop.stdout as NodeJS.ReadableStream, 'data');
  expect(String(line)).toContain(`${address}/`);

  const environment = { projectId, name: 'Checkout', url: `${address}/`, kind: 'development' };
  await rest(app, 'POST', '/environments', { token, body: environment });
  const comment = /comment on \*(.+)\*: "(.+)"/.exec(section) ?? [];
  const { projectKey } = (await rest(app, 'GET', `/projects/${projectId}`, { token })).body;
  const made = await rest(app, 'POST', '/annotations/public', {
    headers: { 'x-project-key': projectKey },
    body: {
      projectKey,
      content: comment[2],
      url: `${address}/`,
      position_x: 1,
      position_y: 1,
      metadata: { selector: '.hero .button', text: comment[1] },
    },
  });
  expect(made.status).toBe(201);
  const { id, number } = made.body;
  const pins = 'query ($id: ID!) { annotation(id: $id) { snapshotPins { nodes { state } } } }';
  await vi.waitUntil(
    async () => (await graphql(app, pins, { id }, { token })).data.annotation.snapshotPins.nodes.length > 0,
    { timeout: 100_000 },
  );

  const { code, output } = await run(fill(third, { ...values, '<NUMBER>': `${number}` }), env);
  const verdict = new RegExp(`#${number} changed: does what it says, at \\S+\\n$`);
  expect([code, output]).toEqual([0, expect.stringMatching(verdict)]);
  for (const shown of [comment[2] ?? '', 'index.html:', '.hero .button']) expect(output).toContain(shown);
  expect(section).toContain('prints `#<NUMBER> changed: does what it says, at');
});
