import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { runCommand } from '../../../src/cli/run-command.ts';
import { graphql, rest } from '../../support/client.ts';
import { PASSWORD } from '../../support/factories.ts';
import { codeRequest, createVisitor, registerClient, requestCode, startRequest } from '../../support/oauth.ts';
import { freePort, startServer } from '../../support/server-process.ts';
import { GITHUB } from '../../support/servers/github-double.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { startTrackerDouble } from '../../support/servers/tracker-double.ts';

const EMAIL = 'demo@pinbound.example';
/** Longest time that the history takes on a busy machine, milliseconds. */
const COMPLETE_WITHIN = 300_000;

/** The demo project with its history, whose login administers the installation. */
export interface ShownDemo {
  /** Address that browsers keep sessions at: `http://localhost:<port>`. */
  url: string;
  /** Session token of the login. */
  token: string;
  /** Ids in paths of screens. */
  ids: {
    organization: string;
    project: string;
    webhook: string;
    integration: string;
    deployment: string;
    comparison: string;
    /** Request of an app that waits for a decision. */
    appRequest: string;
    /** Comments by number. */
    comments: ReadonlyMap<number, string>;
  };
  /** Link of an open invitation. */
  invitation: string;
  /** Logs a tab in. */
  logIn(page: Page): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the service with the demo, waits for the history, and adds what it has none of: a webhook
 * with deliveries, an integration, tokens, connected apps, a saved view, an invitation, a failed
 * capture and a later one.
 */
export async function startShownDemo(): Promise<ShownDemo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-shown-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const limits = ['USER', 'IP', 'AUTH', 'PROJECT', 'COLLECT'].map((name) => [`RATE_LIMIT_${name}`, '0']);
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    BASE_URL: url,
    DEMO_HISTORY: 'on',
    ...Object.fromEntries(limits),
  };
  const server = await startServer(env);
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await server.ready();
    return await fillDemo(url, env, server.output(), stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param output output of the service, which names the password
 * @param stop stops the service, and deletes its data
 */
async function fillDemo(
  url: string,
  env: NodeJS.ProcessEnv,
  output: string,
  stop: () => Promise<void>,
): Promise<ShownDemo> {
  const [, printed = ''] = /"demoLogin":"\S+ \/ ([^"]+)"/.exec(output) ?? [];
  const [project] = await waitForHistory(url, printed);
  const token = await administer(url, env);

  const call = async (method: string, path: string, body?: object) => {
    const response = await rest({ url }, method, path, { token, ...(body && { body }) });
    if (response.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const projectId: string = project.id;
  const { organizationId } = project;
  const list: { id: string; number: number }[] = await call('GET', `/annotations/project/${projectId}`);
  const receiver = await startReceiver();
  const tracker = await startTrackerDouble(GITHUB);
  const { data: webhook } = await call('POST', '/v1/webhooks', {
    url: `${receiver.url}/pinbound`,
    events: ['comment.created', 'comment.resolved', 'deployment.completed'],
    organizationId,
    projectId,
  });
  await call('POST', `/v1/webhooks/${webhook.id}/test`);
  const integration = await call('POST', '/integrations', {
    projectId,
    provider: tracker.provider,
    name: 'GitHub',
    ...tracker.settings,
  });
  await call('POST', '/access-tokens', {
    organizationId,
    role: 'editor',
    name: 'Pipeline',
    preset: 'ci',
    projectIds: [projectId],
  });
  await call('POST', '/auth/access-tokens', { name: 'Coding agent', preset: 'fix', allProjects: true });
  await call('POST', '/annotation-views', {
    organizationId,
    name: 'Copy to check',
    filter: { text: 'newsletter' },
    isShared: true,
  });
  const app = { url };
  const { client_id } = await registerClient(app);
  await requestCode(app, { token }, codeRequest(app, { client_id }));
  const appRequest = await startRequest(createVisitor(app), codeRequest(app, { client_id }));
  const invited = { email: 'grace@shop.example', role: 'editor' };
  const invitation = await call('POST', `/organizations/${organizationId}/invitations`, invited);
  const closed = await startReceiver();
  await closed.close();
  for (const address of [`${closed.url}/closed`, `${url}/demo`]) {
    const order = { projectId, url: address, viewport: { width: 1_280, height: 800 }, fullPage: true };
    const { data: snapshot } = await call('POST', '/v1/snapshots', order);
    while ((await call('GET', `/v1/snapshots/${snapshot.id}`)).data.status === 'processing') await wait(250);
  }

  const staging = encodeURIComponent(`${url}/demo/staging`);
  const { data: snapshots } = await call('GET', `/v1/projects/${projectId}/snapshots?url=${staging}`);
  const [after, before] = snapshots.filter(({ viewport }: { viewport: { width: number } }) => viewport.width === 1_280);
  const { data: comparison } = await call('POST', '/v1/snapshots/compare', {
    baselineId: before.id,
    comparisonId: after.id,
  });
  return {
    url,
    token,
    ids: {
      organization: organizationId,
      project: projectId,
      webhook: webhook.id,
      integration: integration.id,
      deployment: (await newestDeployment(url, projectId, token)).id,
      comparison: comparison.id,
      appRequest,
      comments: new Map(list.map(({ id, number }) => [number, id])),
    },
    invitation: invitation.link,
    async logIn(page) {
      await page.goto(`${url}/app/login`);
      await page.waitForSelector('form');
      await page.type('input[name=email]', EMAIL);
      await page.type('input[name=password]', PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForSelector('nav');
    },
    async close() {
      await stop();
      await Promise.all([receiver.close(), tracker.close()]);
    },
  };
}

const DEPLOYMENTS = 'query ($id: ID!) { project(id: $id) { deployments(first: 1) { nodes { id branch status } } } }';

async function newestDeployment(url: string, id: string, token: string) {
  const { data } = await graphql({ url }, DEPLOYMENTS, { id }, { token });
  return data.project.deployments.nodes[0];
}

/** Waits for the review of the redesign, which is the end of the history. Returns the projects. */
async function waitForHistory(url: string, password: string) {
  const { body: session } = await rest({ url }, 'POST', '/auth/login', { body: { email: EMAIL, password } });
  const token: string = session.accessToken;
  const { body: projects } = await rest({ url }, 'GET', `/projects/organization/${session.organization.id}`, { token });
  const [{ id }] = projects;
  const isComplete = async () => {
    if ((await newestDeployment(url, id, token))?.branch !== 'redesign') return false;
    const { body } = await rest({ url }, 'GET', `/annotations/project/${id}?status=resolved`, { token });
    return body.some(({ number }: { number: number }) => number === 5);
  };
  const end = performance.now() + COMPLETE_WITHIN;
  while (!(await isComplete())) {
    if (performance.now() > end) throw new Error('the history of the demo is not complete');
    await wait(500);
  }
  return projects;
}

/** Makes the demo's login an administrator of the installation. Returns its session token. */
async function administer(url: string, env: NodeJS.ProcessEnv): Promise<string> {
  const pinbound = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(args, env, resolve('prisma/migrations'));
    if (code !== 0) throw new Error(stderr);
    return stdout;
  };
  const [, token] = /reset-password#token=([\w-]{43})/.exec(await pinbound('admin', 'reset', EMAIL)) ?? [];
  await rest({ url }, 'POST', '/auth/password-reset/confirm', { body: { token, password: PASSWORD } });
  await pinbound('admin', 'promote', EMAIL);
  const { body } = await rest({ url }, 'POST', '/auth/login', { body: { email: EMAIL, password: PASSWORD } });
  return body.accessToken;
}
