import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { advance, type Site } from '../support/deployments.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { createPicture, fillBox } from '../support/pictures.ts';
import { pageElement } from '../support/snapshots.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { fenceAt, fencesIn, fill, readPage } from './support/markdown.ts';

// Nine seconds: the script is a process, and waits a second between two reads.

const app = useTestApp();
const PLAIN = createPicture(60, 40, () => [250, 250, 250]);
const BOX = { x: 10, y: 10, width: 20, height: 10 };
/** Page with a button of a color. */
const shop =
  (red: number): Site =>
  () => ({
    picture: fillBox(PLAIN, BOX, [red, 0, 0]),
    elements: [pageElement('#buy', [10, 10, 20, 10], { text: 'Buy', style: { backgroundColor: `rgb(${red}, 0, 0)` } })],
  });

let owner: TestUser;
let settings: Record<string, string>;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
});
beforeEach(async () => {
  const { token } = owner;
  projectId = (await createProject(app, owner)).id;
  const environment = await rest(app, 'POST', '/environments', {
    token,
    body: { projectId, name: 'Live', url: 'https://shop.example/', kind: 'production' },
  });
  const made = await rest(app, 'POST', '/access-tokens', {
    token,
    body: { organizationId: owner.organizationId, name: 'CI', role: 'editor', preset: 'ci', projectIds: [projectId] },
  });
  settings = {
    PINBOUND_URL: `${app.url}/`,
    PINBOUND_TOKEN: made.body.token,
    PINBOUND_PROJECT: projectId,
    PINBOUND_ENVIRONMENT: environment.body.id,
    BRANCH: 'feature "\\n"',
    RUN_URL: 'https://ci.example/runs/1',
    INTERVAL: '1',
  };
});

/** Runs the script, with a worker that captures the site once the deployment has begun. */
function check(commit: string, site: Site | undefined, more: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, ...settings, COMMIT: commit, ...more };
  return watch(spawn('sh', ['docs/examples/check-deployment.sh'], { env }), site);
}

async function watch(child: ChildProcessWithoutNullStreams, site: Site | undefined) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      const began = !output.includes('Deployment ');
      output += text;
      if (site && began && output.includes('Deployment ')) void advance(app, site);
    });
  }
  const exit = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exit, output };
}

test('the script succeeds for pages as before, and fails for a change that no comment names', async () => {
  const first = await check('one', shop(0));
  expect(first).toEqual({
    exit: 0,
    output: expect.stringMatching(
      /^Deployment of \S+\nReport: http.*\/app\/projects\/[0-9a-f-]{36}\/deployments\/[0-9a-f-]{36}\nStatus: passed\n1 of 1 captures, 0 failed, 1 new baselines\nComments: 0 done as they say, 0 changed otherwise, 0 went back, 0 unchanged, 0 unknown\nChanges: 0 at elements with comments, 0 that no comment names\n$/,
    ),
  });
  const second = await check('two', shop(200));
  expect(second.output).toContain('Changes: 0 at elements with comments, 1 that no comment names');
  expect(second.exit).toBe(1);
  const { body } = await rest(app, 'GET', `/v1/projects/${projectId}/deployments`, { token: owner.token });
  expect(body[0]).toMatchObject({ commit: 'two', branch: 'feature "\\n"', url: 'https://ci.example/runs/1' });
});

test('a change at an element with a comment passes, and a return fails', async () => {
  const metadata = { selector: '#buy', xpath: '/html/body/*[name()="#buy"]', tag: 'div' };
  const url = 'https://shop.example/';
  await createAnnotation(app, owner, projectId, { url, metadata });
  await createAnnotation(app, owner, projectId, { url, metadata, content: 'Make it red' });
  await check('one', shop(0));
  const { exit, output } = await check('two', shop(200));
  expect(output).toContain('Status: needs_review');
  expect(output).toContain(
    'Comments: 1 done as they say, 1 changed otherwise, 0 went back, 0 unchanged, 0 unknown\n' +
      '  #1 changed otherwise, for a person to judge\n  #2 does what it says\n' +
      'Changes: 1 at elements with comments, 0 that no comment names\n',
  );
  expect(exit).toBe(0);
  const back = await check('three', shop(0));
  expect(back.output).toContain('2 went back, 0 unchanged, 0 unknown\n  #1 went back\n  #2 went back\n');
  expect(back.exit).toBe(1);
});

test('failed captures, wrong settings and a time limit are failures with a reason', async () => {
  expect(await check('one', () => 'The page "/" did not load')).toMatchObject({
    exit: 2,
    output: expect.stringContaining(
      '1 of 1 captures failed; the captures have the reasons\n' +
        '  https://shop.example at 1920 px: The page \\"/\\" did not load\n',
    ),
  });
  expect(await check('two', shop(0), { PINBOUND_TOKEN: 'pbt_wrong' })).toMatchObject({
    exit: 2,
    output: expect.stringContaining('Pinbound rejected the request: {"statusCode":401'),
  });
  expect(await check('', shop(0))).toEqual({ exit: 2, output: 'COMMIT is not set\n' });
  const late = await check('three', undefined, { TIMEOUT: '0' });
  expect(late).toMatchObject({ exit: 2, output: expect.stringContaining('Still queued after 0 seconds') });
});

test('the examples of GitHub Actions and GitLab CI use the action and the template', () => {
  const [github = '', gitlab = ''] = fencesIn(readPage('docs/ci.md'), 'yaml').map(({ text }) => text);
  const inputs = readFileSync('deploy/github-action/action.yml', 'utf8').matchAll(/^ {2}(\w+):\n {4}description/gm);
  const used = [...(github.split('        with:\n')[1] ?? '').matchAll(/^ {10}(\w+): /gm)].map(([, name]) => name);
  expect([...inputs].map(([, name]) => name)).toEqual(expect.arrayContaining(used));
  expect(used).toEqual(['url', 'project', 'environment']);
  expect(github).toContain('id-token: write');
  for (const name of ['PINBOUND_URL', 'PINBOUND_PROJECT', 'PINBOUND_ENVIRONMENT'])
    expect(gitlab).toContain(`${name}: `);
  expect(gitlab).toContain('extends: .pinbound');
  expect(readFileSync('deploy/gitlab/pinbound.gitlab-ci.yml', 'utf8')).toMatch(/^\.pinbound:$/m);
});

test('the lines of the page fetch the command and run it as the script, with the same output', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinbound-ci-'));
  const { text } = fenceAt(readPage('docs/ci.md'), 'sh');
  const lines = fill(text, {
    'https://pinbound.example': app.url,
    'pbt_…': settings.PINBOUND_TOKEN ?? '',
    '<PROJECT_ID>': projectId,
    '<ENVIRONMENT_ID>': settings.PINBOUND_ENVIRONMENT ?? '',
  });
  const more = { GITHUB_ACTIONS: 'true', GITHUB_SHA: 'one', GITHUB_REF_NAME: 'main' };
  try {
    const run = (page: Site) =>
      watch(spawn('sh', ['-ec', lines], { cwd: folder, env: { PATH: process.env.PATH, ...more } }), page);
    const byCommand = await run(shop(0));
    expect(byCommand.exit).toBe(0);
    // The deployment of a commit is the same for the script.
    expect((await check('one', undefined)).output).toBe(byCommand.output);
  } finally {
    await rm(folder, { recursive: true });
  }
});
