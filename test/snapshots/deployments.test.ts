import { beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { orderCaptures } from '../../src/resolvers/addons/deployments/run/order-captures.ts';
import { graphql, rest } from '../support/client.ts';
import { advance, deploy, readDeployment, type Site } from '../support/deployments.ts';
import { createAnnotation, createProject } from '../support/factories.ts';
import { createPicture, fillBox } from '../support/pictures.ts';
import { pageElement } from '../support/snapshots.ts';
import { useOwner } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const app = useTestApp();
const ctx = () => systemContext(app.services);

const PLAIN = createPicture(60, 40, () => [250, 250, 250]);
const BOX = { x: 10, y: 10, width: 20, height: 10 };
const button = (color: string) =>
  pageElement('#buy', [10, 10, 20, 10], { text: 'Buy', style: { backgroundColor: color } });
const GREEN = { picture: fillBox(PLAIN, BOX, [0, 120, 0]), elements: [button('rgb(0, 120, 0)')] };
const RED = { picture: fillBox(PLAIN, BOX, [200, 0, 0]), elements: [button('rgb(200, 0, 0)')] };

const owner = useOwner(app);
let deployer: { token: string; projectId: string; environmentId: string };

beforeEach(async () => {
  // Captures of earlier tests would be claimed first.
  await app.services.pool.query('DELETE FROM snapshots');
  const project = await createProject(app, owner);
  const environment = await rest(app, 'POST', '/environments', {
    token: owner.token,
    body: { projectId: project.id, name: 'Live', url: 'https://shop.example/', kind: 'production' },
  });
  deployer = { token: owner.token, projectId: project.id, environmentId: environment.body.id };
});

const begin = async (commit: string, more: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await deploy(app, deployer, { commit, pages: ['/'], ...more });
  expect([status, body.data?.status]).toEqual([202, 'queued']);
  return body.data.id;
};

const run = async (commit: string, site: Site, more: Record<string, unknown> = {}) => {
  const id = await begin(commit, more);
  await advance(app, site);
  return readDeployment(app, owner, id);
};

const capturesOf = async (id: string) => {
  const query = `{ deployment(id: "${id}") { captures(first: 30) { edges { node {
    url state error changeCount snapshotId comparisonId viewport { width } } } } } }`;
  const { data } = await graphql(app, query, {}, { token: owner.token });
  return data.deployment.captures.edges.map(({ node }: { node: unknown }) => node);
};

describe('a run', () => {
  test('makes the first pictures the baselines, then compares with them', async () => {
    const first = await run('one', () => GREEN);
    expect(first).toMatchObject({
      status: 'passed',
      error: null,
      counts: { captures: 1, finishedCaptures: 1, newBaselines: 1, changes: 0 },
    });
    const second = await run('two', () => GREEN);
    expect(second).toMatchObject({ status: 'passed', counts: { unchangedCaptures: 1, newBaselines: 0 } });
    const third = await run('three', () => RED);
    expect(third).toMatchObject({ status: 'needs_review', counts: { changedCaptures: 1, changes: 1, unexplained: 1 } });
    expect(third.changes).toEqual([
      expect.objectContaining({
        selector: '#buy',
        kinds: ['recolored'],
        annotationIds: [],
        decision: null,
        before: expect.objectContaining({ style: { backgroundColor: 'rgb(0, 120, 0)' } }),
        after: expect.objectContaining({ style: { backgroundColor: 'rgb(200, 0, 0)' } }),
      }),
    ]);
  });

  test('does not compare equal pictures, and lets the baseline follow them', async () => {
    await run('one', () => GREEN);
    const second = await run('two', () => GREEN);
    const [capture] = await capturesOf(second.id);
    expect(capture).toMatchObject({ state: 'unchanged', comparisonId: null, changeCount: 0 });
    const { rows } = await app.services.pool.query(
      'SELECT snapshot_id AS id FROM baselines WHERE environment_id = $1',
      [deployer.environmentId],
    );
    expect(rows).toEqual([{ id: capture.snapshotId }]);
    const compared = await app.services.pool.query('SELECT FROM comparisons WHERE comparison_id = $1', [
      capture.snapshotId,
    ]);
    expect(compared.rowCount).toBe(0);
  });

  test('reports styles that pixels do not show as a change, once', async () => {
    const fontOf = (fontFamily: string) => ({
      picture: GREEN.picture,
      elements: [pageElement('#buy', [10, 10, 20, 10], { text: 'Buy', style: { fontFamily } })],
    });
    await run('one', () => fontOf('Inter'));
    const second = await run('two', () => fontOf('Georgia'));
    expect(second).toMatchObject({
      status: 'needs_review',
      counts: { changedCaptures: 1, changes: 1, unexplained: 1 },
    });
    expect(second.changes).toMatchObject([{ selector: '#buy', kinds: ['restyled', 'silent'] }]);
    expect(await run('three', () => fontOf('Inter'))).toMatchObject({ status: 'passed', counts: { changes: 0 } });
  });

  test('reports another target of a link as a change, which answers the comment that asks for it', async () => {
    const leading = (linkTarget: string) => ({
      picture: GREEN.picture,
      elements: [pageElement('#buy', [10, 10, 20, 10], { tag: 'a', text: 'Buy', style: { linkTarget } })],
    });
    await createAnnotation(app, owner, deployer.projectId, {
      url: 'https://shop.example/',
      content: 'This link should go to https://shop.example/order',
      metadata: { selector: '#buy' },
    });
    await run('one', () => leading('/old'));
    const second = await run('two', () => leading('/order/'));
    expect(second).toMatchObject({ counts: { doesIt: 1, changes: 1, explained: 1, unexplained: 0 } });
    expect(second.changes).toMatchObject([
      {
        kinds: ['relinked', 'silent'],
        before: { style: { linkTarget: '/old' } },
        after: { style: { linkTarget: '/order/' } },
      },
    ]);
    expect(second.verdicts).toMatchObject([
      {
        verdict: 'changed',
        effect: 'does_it',
        evidence: { styles: [{ name: 'linkTarget', before: '/old', after: '/order/' }] },
      },
    ]);
  });

  test('names the comment that asks for another order at the moves in its list', async () => {
    const colors: Record<string, [number, number, number]> = { Tom: [200, 0, 0], Ida: [0, 90, 0], Mara: [0, 0, 160] };
    const team = (names: readonly string[]) => {
      const items = names.map((name, index) =>
        pageElement(`li:nth-of-type(${index + 1})`, [5, 2 + 12 * index, 40, 10], {
          tag: 'li',
          xpath: `/html/body/ul/li[${index + 1}]`,
          text: name,
          style: { backgroundColor: `rgb(${colors[name]?.join(', ')})` },
        }),
      );
      const picture = items.reduce(
        (drawn, { text, box: [x, y, width, height] }) =>
          fillBox(drawn, { x, y, width, height }, colors[text] ?? [0, 0, 0]),
        PLAIN,
      );
      const list = pageElement('ul', [0, 0, 60, 40], { tag: 'ul', xpath: '/html/body/ul', text: names.join(' ') });
      const mara = items.find(({ text }) => text === 'Mara');
      const [x = 0, y = 0, width = 0, height = 0] = mara?.box ?? [];
      const found = { confidence: 0.95, fingerprint: { selector: mara?.selector }, box: { x, y, width, height } };
      return {
        picture,
        elements: [list, ...items],
        locate: () => ({ state: 'bound' as const, confidence: 0.95, candidates: [found] }),
      };
    };
    await createAnnotation(app, owner, deployer.projectId, {
      url: 'https://shop.example/',
      content: 'Mara should come first',
      metadata: { selector: 'li:nth-of-type(3)' },
    });
    await run('one', () => team(['Tom', 'Ida', 'Mara']));
    const second = await run('two', () => team(['Mara', 'Tom', 'Ida']));
    expect(second).toMatchObject({ counts: { doesIt: 1, unexplained: 0 } });
    expect(second.changes.length).toBeGreaterThan(0);
    expect(second.verdicts).toMatchObject([
      { verdict: 'changed', effect: 'does_it', evidence: { order: { before: 3, after: 1 } } },
    ]);
    const third = await run('three', () => team(['Ida', 'Mara', 'Tom']));
    expect(third).toMatchObject({ counts: { changedOtherwise: 1, unexplained: 0 } });
  });

  test('captures the pages of annotations at the widths of their windows', async () => {
    const at = (width: number) => ({ metadata: { selector: '#buy', viewport: { width, height: 700 } } });
    await createAnnotation(app, owner, deployer.projectId, { url: 'https://shop.example/cart', ...at(1280) });
    await createAnnotation(app, owner, deployer.projectId, { url: 'https://shop.example/cart', ...at(390) });
    await createAnnotation(app, owner, deployer.projectId, { url: 'https://shop.example/cart', ...at(390) });
    await createAnnotation(app, owner, deployer.projectId, { url: 'https://shop.example/about' });
    const { id } = await run('one', () => GREEN, { pages: undefined });
    const found = (await capturesOf(id)).map(({ url, viewport }: { url: string; viewport: { width: number } }) => [
      url,
      viewport.width,
    ]);
    expect(found.sort()).toEqual([
      ['https://shop.example/about', 1920],
      ['https://shop.example/cart', 1280],
      ['https://shop.example/cart', 390],
    ]);
  });

  test('captures the address of an environment without annotations', async () => {
    const { id } = await run('one', () => GREEN, { pages: undefined });
    expect(await capturesOf(id)).toMatchObject([{ url: 'https://shop.example', state: 'baseline' }]);
  });

  test('orders at most eight snapshots at a time', async () => {
    const pages = Array.from({ length: 20 }, (_, index) => `/page-${index}`);
    await begin('one', { pages });
    await orderCaptures(ctx());
    await orderCaptures(ctx());
    const { rows } = await app.services.pool.query(
      `SELECT count(*)::int AS n FROM snapshots WHERE project_id = $1 AND source = 'deployment'`,
      [deployer.projectId],
    );
    expect(rows).toEqual([{ n: 8 }]);
  });
});

describe('verdicts', () => {
  const ELSEWHERE = { x: 40, y: 25, width: 10, height: 8 };
  const logo = (color: string) =>
    pageElement('#logo', [40, 25, 10, 8], { text: 'Logo', style: { backgroundColor: color } });
  const comment = (selector: string, content = 'Make this red') =>
    createAnnotation(app, owner, deployer.projectId, {
      url: 'https://shop.example/',
      content,
      metadata: { selector, xpath: '/html/body/div', text: 'Buy', tag: 'div' },
    });
  const before = { ...GREEN, elements: [...GREEN.elements, logo('rgb(250, 250, 250)')] };
  const after = {
    picture: fillBox(RED.picture, ELSEWHERE, [0, 0, 200]),
    elements: [...RED.elements, logo('rgb(0, 0, 200)')],
  };

  test('say what changed, and separate the changes at elements with comments', async () => {
    const annotation = await comment('#buy');
    const first = await run('one', () => before);
    expect(first.verdicts).toMatchObject([
      { annotationId: annotation.id, verdict: 'unknown', reason: 'no_earlier_pin' },
    ]);
    const second = await run('two', () => after);
    expect(second).toMatchObject({
      status: 'needs_review',
      counts: {
        changed: 1,
        doesIt: 1,
        changedOtherwise: 0,
        wentBack: 0,
        regressed: 0,
        gone: 0,
        changes: 2,
        explained: 1,
        unexplained: 1,
      },
    });
    expect(second.verdicts).toMatchObject([
      { annotationId: annotation.id, verdict: 'changed', sinceDeployment: 'changed', effect: 'does_it', reason: null },
    ]);
    for (const url of [second.verdicts[0].beforeUrl, second.verdicts[0].afterUrl]) {
      expect((await fetch(url)).headers.get('content-type')).toBe('image/webp');
    }
    const asked = second.changes.map(({ selector, annotationIds }: Record<string, unknown>) => [
      selector,
      annotationIds,
    ]);
    expect(Object.fromEntries(asked)).toEqual({ '#buy': [annotation.id], '#logo': [] });
    const third = await run('three', () => after);
    expect(third.verdicts).toMatchObject([
      { annotationId: annotation.id, verdict: 'changed', effect: 'does_it', sinceDeployment: 'unchanged' },
    ]);
  });

  test('leave to a person whether a change answers a comment that no rule understands', async () => {
    await comment('#buy', 'Why is this so loud?');
    await run('one', () => before);
    const second = await run('two', () => after);
    expect(second).toMatchObject({
      counts: { changed: 1, doesIt: 0, changedOtherwise: 1 },
      verdicts: [{ verdict: 'changed', effect: 'changed_otherwise' }],
    });
  });

  test('see an element that grew alone, also while another change waits for a review', async () => {
    const annotation = await comment('#buy');
    const framed = (height: number) => fillBox(after.picture, { ...BOX, height }, [0, 60, 0]);
    const show = (label: string, height: number) => ({
      picture: fillBox(framed(height), { x: 12, y: 12, width: 16, height: height - 4 }, [0, 180, 0]),
      elements: [
        pageElement('#buy', [10, 10, 20, height], { text: 'Buy' }),
        pageElement('#logo', [40, 25, 10, 8], { text: label }),
      ],
    });
    await run('one', () => ({ ...show('Logo', 10), picture: GREEN.picture }));
    await run('two', () => show('Brand', 10));
    const third = await run('three', () => show('Brand', 14));
    expect(third.verdicts).toMatchObject([{ annotationId: annotation.id, verdict: 'changed' }]);
  });

  test('tell an element that is gone, and leave out resolved and deleted annotations', async () => {
    const [gone, resolved, deleted] = [await comment('#buy'), await comment('#buy'), await comment('#logo')];
    await run('zero', () => before);
    await rest(app, 'PUT', `/annotations/${resolved.id}/status`, { token: owner.token, body: { status: 'resolved' } });
    await rest(app, 'DELETE', `/annotations/${deleted.id}`, { token: owner.token });
    // The next deployment accepts the look of a resolved annotation; later ones do not judge it.
    await run('one', () => before);
    const second = await run('two', () => ({ picture: PLAIN, elements: [logo('rgb(250, 250, 250)')] }));
    expect(second.verdicts).toMatchObject([{ annotationId: gone.id, verdict: 'gone', afterUrl: null }]);
    expect(second).toMatchObject({ counts: { gone: 1 } });
  });
});

describe.each<[string, ReturnType<Site>, RegExp]>([
  ['does not load', 'The page did not load within 30 s', /did not load within 30 s/],
  ['responds with 500', { ...GREEN, record: { status: 500 } }, /responded with HTTP 500/],
  ['responds with 401', { ...GREEN, record: { status: 401 } }, /needs capture credentials: it responded with HTTP 401/],
  [
    'redirects to a login',
    { ...GREEN, record: { finalUrl: 'https://shop.example/login?next=/' } },
    /needs capture credentials: it redirected to the login https:\/\/shop\.example\/login/,
  ],
  [
    'redirects',
    { ...GREEN, record: { finalUrl: 'https://shop.example/new' } },
    /redirected to https:\/\/shop\.example\/new/,
  ],
  ['is incomplete', { ...GREEN, record: { isComplete: false } }, /had not finished loading/],
])('a page that %s', (_case, page, reason) => {
  test('fails with the reason, and the others are compared', async () => {
    await run('one', () => GREEN, { pages: ['/', '/bad'] });
    const second = await run('two', ({ url }) => (url.endsWith('/bad') ? page : GREEN), { pages: ['/', '/bad'] });
    expect(second).toMatchObject({ status: 'failed', error: '1 of 2 captures failed; the captures have the reasons' });
    const [good, bad] = await capturesOf(second.id);
    expect(good).toMatchObject({ state: 'unchanged', error: null });
    expect(bad).toMatchObject({ state: 'failed', error: expect.stringMatching(reason) });
  });
});
