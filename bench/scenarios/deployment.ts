import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type IsolatedService, startIsolatedService } from '../isolated-service.ts';
import { median } from '../numbers.ts';
import type { Result } from '../report.ts';
import { bearer, post, rssMegabytes, type Scenario } from '../scenario.ts';

const PAGES = 50;
const PINS_OF_PAGE = 10;
const VIEWPORTS = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];
const MEMORY_ROUNDS = 10;

/**
 * Measures deployments of pages with pins, in two widths, against snapshots of the same pages in a
 * project without pins: the first, one without changes, and one that changes an element of each
 * page. Then memory over ten deployments, and the rows of one.
 */
export const deployments: Scenario = {
  name: 'deployment',
  async run(bench) {
    const site = await serveShop();
    const service = await startIsolatedService(bench, { NETWORK_POLICY: 'open', CAPTURE_CONCURRENCY: '2' });
    const database = new pg.Client({ connectionString: service.databaseUrl });
    await database.connect();
    try {
      const paths = Array.from({ length: Math.round(PAGES * bench.scale) }, (_, index) => `/page-${index}`);
      const bareProject = await makeBareProject(service);
      const environmentId = await prepare(service, site.url, paths);
      // The token of the session ends after 15 minutes.
      const grant = { name: 'Bench', preset: 'ci', allProjects: true };
      const { token } = await post<{ token: string }>(service, '/auth/access-tokens', grant);
      const run = (commit: string) => deploy({ ...service, token }, { environmentId, commit, paths });
      const bare = () => captureAll({ ...service, token }, bareProject, site.url, paths);
      // Browsers start with the first captures.
      await captureAll(service, bareProject, site.url, paths.slice(0, 2));
      const peers = [await bare()];
      const first = await run('first');
      const pins = await countPins(database);
      const unchanged = await run('unchanged');
      const unchangedPins = (await countPins(database)) - pins;
      peers.push(await bare());
      site.release();
      const changed = await run('changed');
      const changedPins = (await countPins(database)) - pins - unchangedPins;
      const peer = median(peers);
      const rows = [
        ...(await rowsOf(database, unchanged.id, 'without changes')),
        rowsOfPins(unchangedPins, 'without changes'),
        ...(await rowsOf(database, changed.id, 'changes each page')),
        rowsOfPins(changedPins, 'changes each page'),
      ];
      const memory: number[] = [];
      for (let round = 0; round < MEMORY_ROUNDS; round++) {
        await run(`memory ${round}`);
        memory.push(rssMegabytes(service.ours));
      }
      const note = `${paths.length} pages × ${VIEWPORTS.length} widths, ${paths.length * PINS_OF_PAGE} pins; bare: snapshots without pins`;
      return [
        { name: 'first deployment', ours: first.ms / 1_000, peer: peer / 1_000, unit: 's', aim: '≤ 1.25', note },
        {
          name: 'deployment that changes each page',
          ours: changed.ms / 1_000,
          peer: peer / 1_000,
          unit: 's',
          aim: '≤ 1.25',
        },
        {
          name: 'deployment without changes',
          ours: unchanged.ms / 1_000,
          peer: peer / 1_000,
          unit: 's',
          aim: '≤ 1.10',
        },
        {
          name: 'memory after ten deployments, RSS',
          ours: median(memory.slice(-3)),
          peer: median(memory.slice(0, 3)),
          unit: 'MB',
          aim: '≤ 1.10',
          note: 'the last three beside the first three',
        },
        ...rows,
      ];
    } finally {
      await database.end();
      await service.stop();
      await site.close();
    }
  },
};

/** Serves pages with cards. A release changes one card. */
async function serveShop() {
  let color = '#2f6fed';
  const cards = Array.from(
    { length: 40 },
    (_, index) => `<article><h2>Thing ${index}</h2><p>Description of thing ${index}, and why you need it.</p>
      <button id="buy-${index}" style="background:${index === 0 ? 'var(--accent)' : '#333'}">Buy thing ${index}</button></article>`,
  ).join('');
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Shop</title><style>:root{--accent:${color}} body{font:16px sans-serif;margin:24px}
      article{display:inline-block;width:260px;margin:8px;padding:12px;border:1px solid #ccc} button{color:#fff;padding:8px}</style>
      <h1>${url}</h1>${cards}`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release() {
      color = '#c0392b';
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}

async function makeBareProject(service: IsolatedService): Promise<string> {
  const body = { organizationId: service.organizationId, name: 'Bare', slug: 'bare' };
  return (await post<{ id: string }>(service, '/projects', body)).id;
}

/** Creates the environment and the pins; returns the environment. */
async function prepare(service: IsolatedService, url: string, paths: readonly string[]): Promise<string> {
  const { projectId } = service;
  const environment = { projectId, name: 'Live', url, kind: 'production' };
  const { id } = await post<{ id: string }>(service, '/environments', environment);
  const comments = paths.flatMap((path, page) =>
    Array.from({ length: PINS_OF_PAGE }, (_, index) => ({
      externalId: `${page} ${index}`,
      content: 'Another color',
      url: url + path,
      metadata: {
        selector: `#buy-${index}`,
        xpath: `/html/body/article[${index + 1}]/button`,
        tag: 'button',
        text: `Buy thing ${index}`,
      },
    })),
  );
  await post(service, `/v1/projects/${projectId}/import/comments`, { source: 'bench', comments });
  return id;
}

async function deploy(
  service: IsolatedService,
  { environmentId, commit, paths }: { environmentId: string; commit: string; paths: readonly string[] },
): Promise<{ id: string; ms: number }> {
  const started = performance.now();
  const body = { environmentId, commit, pages: paths, viewports: VIEWPORTS };
  const path = `/v1/projects/${service.projectId}/deployments`;
  const { id } = (await post<{ data: { id: string } }>(service, path, body)).data;
  // REST would return the whole report, ten times a second.
  const query = `{ deployment(id: "${id}") { status error } }`;
  for (;;) {
    const { data } = await post<{ data: { deployment: { status: string; error: string | null } } }>(
      service,
      '/graphql',
      { query },
    );
    const { status, error } = data.deployment;
    if (status === 'failed') throw new Error(`deployment ${commit} failed: ${error}`);
    if (status === 'passed' || status === 'needs_review') return { id, ms: performance.now() - started };
    await sleep(100);
  }
}

/** Captures the pages as snapshots; returns the milliseconds until the last is completed. */
async function captureAll(
  service: IsolatedService,
  projectId: string,
  url: string,
  paths: readonly string[],
): Promise<number> {
  const started = performance.now();
  const orders = paths.flatMap((path) =>
    VIEWPORTS.map((viewport) => ({ projectId, url: url + path, viewport, fullPage: true })),
  );
  for (const order of orders) await post(service, '/v1/snapshots', order);
  for (;;) {
    const path = `/v1/projects/${projectId}/snapshots?status=processing&limit=1`;
    const response = await fetch(service.ours.url + path, { headers: bearer(service.token) });
    const { data } = (await response.json()) as { data: unknown[] };
    if (data.length === 0) return performance.now() - started;
    await sleep(100);
  }
}

async function countPins(database: pg.Client): Promise<number> {
  const { rows } = await database.query('SELECT count(*)::int AS n FROM snapshot_pins');
  return rows[0].n;
}

const rowsOfPins = (ours: number, note: string): Result => ({
  name: 'rows of snapshot_pins',
  ours,
  unit: 'rows',
  aim: '–',
  note,
});

/** Rows that a deployment added, by table. */
async function rowsOf(database: pg.Client, id: string, note: string): Promise<Result[]> {
  const tables = ['deployment_captures', 'deployment_changes', 'deployment_verdicts'];
  const results: Result[] = [];
  for (const table of tables) {
    const { rows } = await database.query(`SELECT count(*)::int AS n FROM ${table} WHERE deployment_id = $1`, [id]);
    results.push({ name: `rows of ${table}`, ours: rows[0].n, unit: 'rows', aim: '–', note });
  }
  return results;
}
