import { beforeEach, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { click, createBatch, waitUntilCounted } from '../../support/collection.ts';
import { useOwner, useProject } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);
const project = useProject(app, owner, beforeEach);

const page = (name: string) => `https://shop.example/${name}`;
const clickOn = (selector: string) => click(Date.now(), { elementMetadata: { selector } });
const query = async (text: string, values: unknown[] = []) =>
  (await app.services.pool.query(text, [project.id, ...values])).rows;

async function collect(name: string, selectors: string[]): Promise<void> {
  const body = createBatch(project.projectKey, { url: page(name), events: selectors.map(clickOn) });
  expect((await rest(app, 'POST', '/v1/collect', { body })).status).toBe(202);
}

/** As if so many had come today already. */
const tellApart = (pages: number, elements: number) =>
  query(
    "INSERT INTO collected_days (project_id, day, pages, elements) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2, $3)",
    [pages, elements],
  );

/** Clicks by page and element; the page of what counts for the project alone has no name. */
async function counted(): Promise<Record<string, number>> {
  await waitUntilCounted(app);
  const rows = await query(
    `SELECT coalesce(p.url, '') || ' ' || d.selector AS what, d.clicks::int AS clicks FROM collected_daily d
       LEFT JOIN collected_pages p ON p.project_id = d.project_id AND p.id = d.page_id WHERE d.project_id = $1`,
  );
  return Object.fromEntries(rows.map(({ what, clicks }) => [what.replace('https://shop.example/', ''), clicks]));
}

const reported = async () => (await query('SELECT pages, elements FROM collected_days WHERE project_id = $1'))[0];

test('counts 50 000 distinct elements per day; further ones count for their page', async () => {
  await tellApart(0, 49_998);
  await collect('a', ['#first', '#first']);
  await collect('b', ['#second']);
  expect(await counted()).toEqual({ 'a #first': 2, 'b #second': 1 });
  await collect('a', ['#third', '#fourth', '#first']);
  await collect('c', ['#fifth']);
  expect(await counted()).toEqual({ 'a #first': 3, 'b #second': 1, 'a ': 2, 'c ': 1 });
  expect(await reported()).toEqual({ pages: 3, elements: 50_000 });
});

test('counts distinct elements of one batch up to the limit', async () => {
  await tellApart(0, 49_997);
  await collect('a', ['#1', '#2', '#3', '#4', '#5']);
  const counts = await counted();
  expect(counts['a ']).toBe(2);
  expect(Object.keys(counts)).toHaveLength(4);
  expect(await reported()).toEqual({ pages: 1, elements: 50_000 });
});

test('counts 10 000 distinct pages per day; further ones count for the project only', async () => {
  await tellApart(9_999, 0);
  await collect('a', ['#known']);
  expect(await counted()).toEqual({ 'a #known': 1 });
  await collect('b', ['#unknown', '#unknown']);
  await collect('a', ['#other']);
  expect(await counted()).toEqual({ 'a #known': 1, 'a #other': 1, ' ': 2 });
  expect(await reported()).toEqual({ pages: 10_000, elements: 2 });
  const pages = await query("SELECT url FROM collected_pages WHERE project_id = $1 AND url <> ''");
  expect(pages).toEqual([{ url: page('a') }]);
  const [today] = (
    await rest(app, 'GET', `/v1/projects/${project.id}/activity?from=${new Date().toISOString().slice(0, 10)}`, {
      token: owner.token,
    })
  ).body.data;
  expect(today).toMatchObject({ clicks: 4 });
});

test('stores nothing permanently for a page without counted events', async () => {
  const body = { projectKey: project.projectKey, type: 'signed_up', data: { url: page('a') } };
  expect((await rest(app, 'POST', '/svc/event', { body })).status).toBe(202);
  expect(await counted()).toEqual({});
  expect(await query('SELECT url FROM collected_pages WHERE project_id = $1')).toEqual([]);
});

test('counts a selector of 1 024 characters separately; a longer one counts for its page', async () => {
  await collect('a', ['x'.repeat(1_024), 'x'.repeat(1_025)]);
  expect(await counted()).toEqual({ [`a ${'x'.repeat(1_024)}`]: 1, 'a ': 1 });
});
