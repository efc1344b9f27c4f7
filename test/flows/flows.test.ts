import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bundleOverlay } from '../../scripts/client-bundle.mjs';
import { systemContext } from '../../src/context.ts';
import { connectQueues, type Queues } from '../../src/infrastructure/queues/connect-queues.ts';
import { startCaptures, startDeliveries } from '../../src/jobs/queue-workers.ts';
import { startFeedbackDouble, startSite } from '../clients/support/feedback-double.ts';
import { openPage } from '../clients/support/overlay-page.ts';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { createBatch } from '../support/collection.ts';
import * as factories from '../support/factories.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook, writeEvents } from '../support/webhooks.ts';
import { enteredClientFiles, enteredFiles } from './entered-files.ts';
import {
  captureSnapshot,
  clickToPin,
  collectBatch,
  createAnnotation,
  deliverWebhook,
  FLOWS,
  type Flow,
} from './flows.ts';

// Takes 15 seconds: each flow runs as in production, with a database, a queue and a browser.

const app = useTestApp();
let owner: factories.TestUser;
let project: Awaited<ReturnType<typeof factories.createProject>>;
/** Queues without timers: jobs on a schedule would enter areas of other flows. */
let queues: Queues;

beforeAll(async () => {
  owner = await factories.registerUser(app);
  // The mail that verifies the address is sent in the background.
  await vi.waitUntil(async () => (await rowsOf('sent_mails')) === 1, { timeout: 100_000 });
  project = await factories.createProject(app, owner);
  const { services, databaseUrl } = app;
  queues = await connectQueues({
    connectionString: databaseUrl,
    redisUrl: services.config.redisUrl,
    logger: services.logger,
  });
});
afterAll(() => queues?.close());

const rowsOf = async (table: string) => (await app.services.pool.query(`SELECT 1 FROM ${table}`)).rowCount;
const relayed = () => expect.poll(() => rowsOf('events WHERE relayed_at IS NULL')).toBe(0);

/** Files that a flow may enter beyond its list: the platform tier and its adapters. */
const PLATFORM =
  /^src\/(resolvers\/platform|lib|errors|context|config|types|container|infrastructure\/(database|live-updates|mail|outbound|queues|rate-limit-store|secrets|storage|system|telemetry))\b|^src\/schema\/[^/]+$/;
/** The relay hands every event to every consumer. */
const CONSUMER =
  /^src\/resolvers\/addons\/(notifications\/|deployments\/(run\/wake-on-snapshots|guards\/accept-resolved)\.ts)/;
/** Rules of annotations that other areas read: visibility, and texts that a comment asks for. */
const RULES = /^src\/resolvers\/core\/(annotations\/visibility|reanchoring\/wanted-texts|wishes\/[\w-]+)\.ts/;
/** The edge that every request passes. The flow of creating an annotation lists its files. */
const EDGE = /^src\/(app|http|rest|graphql)\b/;
/** The overlay's platform: reading the page, drawing in the shadow root, texts and requests. */
const CLIENT_PLATFORM =
  /^clients\/(shared\/(page|locators|[^/]+\.ts)|overlay\/(page|shadow-host|i18n|service|public-api))\b/;

const isBelow = (step: string, path: string) => (step.endsWith('/') ? path.startsWith(step) : path === step);

function expectStepsOnly({ title, steps, most }: Flow, entered: string[], shared = [PLATFORM]): void {
  const own = entered.filter((path) => steps.some((step) => isBelow(step, path)));
  process.stdout.write(`${title}: ${entered.length} files entered, ${own.length} of its steps\n`);
  const other = entered.filter((path) => !own.includes(path) && !shared.some((allowed) => allowed.test(path)));
  expect(other).toEqual([]);
  // Fields and guards are declared when the schema is built.
  const isDeclared = (step: string) => /^src\/schema\/.*\.ts$|\/require-[\w-]+\.ts$/.test(step);
  expect(steps.filter((step) => !isDeclared(step) && !entered.some((path) => isBelow(step, path)))).toEqual([]);
  expect(entered.length).toBeLessThanOrEqual(most);
}

test.each(FLOWS)('$title: ARCHITECTURE.md lists the same steps, and all exist', ({ title, steps }) => {
  expect(steps.filter((path) => !existsSync(path))).toEqual([]);
  const [, section = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split(`### ${title}\n`);
  const [list = ''] = section.split(/\n#/);
  expect([...list.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path)).toEqual(steps);
});

test('creating an annotation enters its steps only', async () => {
  const entered = await enteredFiles(async () => {
    const { id } = await factories.createAnnotation(app, owner, project.id);
    expect(id).toBeTypeOf('string');
    await relayed();
  });
  expectStepsOnly(createAnnotation, entered, [PLATFORM, CONSUMER, RULES]);
});

test('collecting a batch enters its steps only', async () => {
  const entered = await enteredFiles(async () => {
    const { status } = await rest(app, 'POST', '/v1/collect', { body: createBatch(project.projectKey) });
    expect(status).toBe(202);
    await expect.poll(() => rowsOf('collected_uncounted')).toBe(0);
  });
  expectStepsOnly(collectBatch, entered, [PLATFORM, EDGE]);
});

test('delivering a webhook enters its steps only', async () => {
  const statuses = [204, 500];
  const receiver = await startReceiver((_request, response) => {
    response.writeHead(statuses.pop() ?? 204).end();
  });
  const { id } = await createWebhook(app, owner, { url: receiver.url });
  await writeEvents(app, { organizationId: owner.organizationId, projectId: project.id }, 2);
  const entered = await enteredFiles(async () => {
    app.services.wakeRelay();
    startDeliveries(app.services, queues);
    await expect.poll(() => rowsOf('webhook_deliveries WHERE attempt_count = 1')).toBe(2);
  });
  await receiver.close();
  expect(await rowsOf("webhook_deliveries WHERE state = 'delivered'")).toBe(1);
  expect(await rowsOf("webhook_deliveries WHERE state = 'pending' AND next_attempt_at > now()")).toBe(1);
  // Its next attempt would enter the flows below.
  expect((await rest(app, 'DELETE', `/v1/webhooks/${id}`, { token: owner.token })).status).toBe(200);
  expectStepsOnly(deliverWebhook, entered, [PLATFORM, CONSUMER]);
});

test('capturing a snapshot enters its steps only', async () => {
  const site = await startReceiver((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Fresh bread</h1>');
  });
  const entered = await enteredFiles(async () => {
    const { body } = await rest(app, 'POST', '/v1/snapshots', {
      token: owner.token,
      body: { projectId: project.id, url: site.url },
    });
    startCaptures(app.services, queues);
    const statusOf = async () => (await app.services.db.snapshot.findUnique({ where: { id: body.data.id } }))?.status;
    await expect.poll(statusOf).toBe('completed');
    await relayed();
  });
  await site.close();
  expectStepsOnly(captureSnapshot, entered, [PLATFORM, EDGE, CONSUMER, RULES]);
});

test('a click that becomes a pin enters its steps only', async () => {
  const double = await startFeedbackDouble();
  const bundle = await bundleOverlay(process.cwd(), { sourcemap: 'inline' });
  const pages = new Map([...bundle].map(([name, text]) => [`/${name}`, text]));
  const options = JSON.stringify({ apiUrl: `${double.url}/`, projectId: 'project-1', apiKey: 'pk_secret' });
  pages.set(
    '/',
    `<!doctype html><title>Bakery</title><script>window.SvcConfig = ${options}</script>
     <script src="/overlay.js" defer></script><p class="intro">Baked every morning</p>`,
  );
  const [browser, site] = await Promise.all([launchBrowser(), startSite(pages)]);
  const { page, ...blank } = await openPage(browser, 'about:blank');
  const entered = await enteredClientFiles(page, async () => {
    await page.goto(`${site.url}/`);
    await blank.choose('.intro');
    await blank.write('The opening hours are missing');
    await blank.see('.pin');
  });
  await Promise.all([browser.close(), site.close(), double.close()]);
  expectStepsOnly(clickToPin, entered, [CLIENT_PLATFORM]);
});

test('the coverage tells entered files from loaded ones', async () => {
  const entered = await enteredFiles(async () => {
    systemContext(app.services);
  });
  expect(entered).toEqual(['src/context.ts']);
});
