import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createSite, type DeployedSite } from '../../support/deployed-site.ts';
import { createAnnotation } from '../../support/factories.ts';
import { type PipelineIssuer, startPipelineIssuer } from '../../support/servers/pipeline-issuer.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { pinbound } from './support.ts';

// Six seconds: it starts the service, issuers, and processes of bash and Node.js.

const app = useTestApp();
const owner = useOwner(app);
let issuer: PipelineIssuer;
let site: DeployedSite;
let folder: string;
/** Server of a runner of GitHub, which gives ID tokens to its job. */
let runner: Server;
let asked: { url: string; authorization: string | undefined }[];
let claims: Record<string, unknown>;
let statusOfRunner: number;

beforeAll(async () => {
  issuer = await startPipelineIssuer(app.url);
  runner = createServer(async (request, response) => {
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization });
    const aud = new URL(request.url ?? '', 'http://runner.test').searchParams.get('audience') ?? '';
    response.writeHead(statusOfRunner).end(JSON.stringify({ value: await issuer.github({ aud, ...claims }) }));
  });
  await new Promise<void>((resolve) => runner.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  issuer.close();
  runner.close();
});
beforeEach(async () => {
  site = await createSite(app, owner);
  folder = mkdtempSync(join(tmpdir(), 'pinbound-pipeline-'));
  asked = [];
  claims = {};
  statusOfRunner = 200;
  await createAnnotation(app, owner, site.projectId, { content: 'Wider, please', url: 'https://shop.example/' });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trust = (pipeline: object) =>
  rest(app, 'POST', '/access-tokens', {
    token: owner.token,
    body: {
      organizationId: owner.organizationId,
      role: 'editor',
      name: 'Pipeline',
      preset: 'ci',
      projectIds: [site.projectId],
      pipeline: { refs: ['main'], ...pipeline },
    },
  });
const trustGithub = () => trust({ provider: 'github', issuer: issuer.url, repository: 'acme/shop' });

/** Variables of a job of GitHub Actions with `permissions: id-token: write`. */
const githubJob = (): Record<string, string> => ({
  GITHUB_ACTIONS: 'true',
  ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(runner.address() as AddressInfo).port}/token?api-version=2.0`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'token of the runner',
  PINBOUND_URL: app.url,
  PINBOUND_PROJECT: site.projectId,
});

describe('a job of GitHub Actions', () => {
  test('needs no secret', async () => {
    await trustGithub();
    const { code, out } = await pinbound(['comments'], { env: githubJob() });
    expect([code, out]).toEqual([0, expect.stringContaining('Wider, please')]);
    expect(asked).toEqual([
      {
        url: `/token?api-version=2.0&audience=${encodeURIComponent(app.url)}`,
        authorization: 'Bearer token of the runner',
      },
    ]);
  });

  test('names the rule that is missing', async () => {
    await trustGithub();
    claims = { ref: 'refs/heads/dev' };
    const { code, err } = await pinbound(['comments'], { env: githubJob() });
    expect([code, err]).toEqual([
      3,
      'pinbound: No project token of this project permits refs/heads/dev of acme/shop. Compare its pipeline in the settings of the project, under Access tokens\n',
    ]);
  });

  test('says what to do without the permission, and if GitHub gives no token', async () => {
    const { ACTIONS_ID_TOKEN_REQUEST_URL: _url, ...env } = githubJob();
    expect(await pinbound(['comments'], { env })).toMatchObject({
      code: 2,
      err: `pinbound: Not logged in to ${app.url}. In a pipeline, give the job permissions: id-token: write, or set PINBOUND_TOKEN\n`,
    });
    statusOfRunner = 403;
    expect(await pinbound(['comments'], { env: githubJob() })).toMatchObject({
      code: 3,
      err: 'pinbound: GitHub issued no ID token: it responded with status 403\n',
    });
  });

  test('sends no ID token to an address that only a file of the repository names', async () => {
    const { PINBOUND_URL: url, ...env } = githubJob();
    writeFileSync(join(folder, '.pinbound.json'), JSON.stringify({ url, projectId: site.projectId }));
    expect(await pinbound(['comments'], { env, cwd: folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining('The ID token of the job is set without PINBOUND_URL'),
    });
    expect(asked).toEqual([]);
  });

  test('an access token comes before the ID token', async () => {
    const env = { ...githubJob(), PINBOUND_TOKEN: 'pbt_wrong' };
    expect((await pinbound(['comments'], { env })).code).toBe(3);
    expect(asked).toEqual([]);
  });

  test('passes its token on to other programs', async () => {
    await trustGithub();
    const { out, err } = await pinbound(['token'], { env: githubJob() });
    expect(err).toBe(`::add-mask::${out}`);
    const me = await rest(app, 'GET', '/auth/me', { token: out.trim() });
    expect(me.body.accessToken).toMatchObject({ name: 'Pipeline', kind: 'project' });
  });

  test('uses the composite action', async () => {
    await trustGithub();
    const action = readFileSync('deploy/github-action/action.yml', 'utf8');
    const [, script = ''] = action.split('      run: |\n');
    const env = {
      PATH: process.env.PATH,
      ...githubJob(),
      RUNNER_TEMP: folder,
      PINBOUND_TOKEN: '',
      PINBOUND_ENVIRONMENT: '',
    };
    const run = (command: string) =>
      promisify(execFile)('bash', ['-e', '-c', script], { env: { ...env, PINBOUND_COMMAND: command } });
    expect((await run('comments --status open')).stdout).toContain('Wider, please');
    await expect(run('check 99')).rejects.toMatchObject({ stderr: expect.stringContaining('99') });
    // Words of the command are arguments, and no shell runs them.
    await expect(run('comments $(touch pwned) ; touch pwned')).rejects.toMatchObject({ code: 2 });
  });
});

describe('a job of GitLab CI', () => {
  test('exchanges its ID token for each of its commands', async () => {
    const gitlab = await startPipelineIssuer(app.url, 'gitlab');
    await trust({ provider: 'gitlab', issuer: gitlab.url, repository: 'acme/web/shop' });
    const env = {
      GITLAB_CI: 'true',
      CI_JOB_TOKEN: 'secret of the job',
      PINBOUND_ID_TOKEN: await gitlab.gitlab(),
      PINBOUND_URL: app.url,
      PINBOUND_PROJECT: site.projectId,
    };
    expect((await pinbound(['comments'], { env })).code).toBe(0);
    expect((await pinbound(['show', '1'], { env })).code).toBe(0);
    // Somebody who read the ID token in a log knows nothing else of the job.
    const stolen = await pinbound(['comments'], { env: { ...env, CI_JOB_TOKEN: 'of another job' } });
    expect([stolen.code, stolen.err]).toEqual([3, expect.stringContaining('The ID token was exchanged before')]);
    gitlab.close();
  });

  test('says what to do without an ID token', async () => {
    const env = { GITLAB_CI: 'true', PINBOUND_URL: app.url, PINBOUND_PROJECT: site.projectId };
    expect(await pinbound(['comments'], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining('give the job id_tokens: PINBOUND_ID_TOKEN, or set PINBOUND_TOKEN'),
    });
  });

  test('uses the template', () => {
    const template = readFileSync('deploy/gitlab/pinbound.gitlab-ci.yml', 'utf8');
    expect(template).toContain('id_tokens:\n    PINBOUND_ID_TOKEN:\n      aud: $PINBOUND_URL');
  });
});
