import { createHash } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDiffWorkerPool,
  type DiffWorkerPool,
  type DiffWorkerPoolOptions,
} from '../../../src/infrastructure/comparison/diff-worker-pool.ts';
import { graphql, rest } from '../../support/client.ts';
import { createProject, registerMember, registerUser } from '../../support/factories.ts';
import { createPicture, cropRows, fillBox, type Picture, stackRows } from '../../support/pictures.ts';
import { pageElement, storeSnapshot } from '../../support/snapshots.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';

const app = useTestApp();
const owner = useOwner(app);
let projectId: string;
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
});
afterEach(() => vi.restoreAllMocks());

const compare = (body: object, token = owner.token) => rest(app, 'POST', '/v1/snapshots/compare', { token, body });
const store = (of: Picture, elements?: Parameters<typeof storeSnapshot>[4], browser?: string) =>
  storeSnapshot(app, owner, projectId, of, elements, browser);

const page = createPicture(200, 150, (x, y) => [255 - (x % 50), 255 - (y % 40), 240]);
const BUTTON = { x: 40, y: 30, width: 60, height: 20 };
const before = fillBox(page, BUTTON, [20, 90, 200]);
const after = fillBox(page, BUTTON, [200, 60, 20]);
const button = (backgroundColor: string) =>
  pageElement('#buy', [40, 30, 60, 20], { tag: 'button', text: 'Buy', classes: ['cta'], style: { backgroundColor } });
const BLUE = 'rgb(20, 90, 200)';
const RED = 'rgb(200, 60, 20)';

async function pair(): Promise<{ baselineId: string; comparisonId: string }> {
  const [baseline, comparison] = [await store(before, [button(BLUE)]), await store(after, [button(RED)])];
  return { baselineId: baseline.id, comparisonId: comparison.id };
}

test('counts changed pixels and returns regions with names', async () => {
  const ids = await pair();
  const { status, body } = await compare(ids);
  expect(status).toBe(200);
  expect(body).toStrictEqual({
    data: {
      id: expect.any(String),
      ...ids,
      diffPercentage: 4,
      diffPixels: 1200,
      totalPixels: 30_000,
      width: 200,
      height: 150,
      diffImageUrl: expect.stringMatching(/^http.*\/objects\/[0-9a-f-]{36}\.png\?expires=\d+&signature=[\w-]+$/),
      regions: [
        {
          kind: 'changed',
          x: 40,
          y: 30,
          width: 60,
          height: 20,
          pixels: 1200,
          baselineY: 30,
          comparisonY: 30,
          elements: [
            {
              selector: '#buy',
              xpath: expect.any(String),
              tag: 'button',
              kinds: ['recolored'],
              before: { text: 'Buy', box: BUTTON, style: { backgroundColor: BLUE } },
              after: { text: 'Buy', box: BUTTON, style: { backgroundColor: RED } },
            },
          ],
        },
      ],
      shifts: [],
      browsersDiffer: false,
      isComplete: true,
      createdAt: expect.any(String),
    },
  });
});

test('reports no difference for equal pictures without reading them', async () => {
  const [one, other] = [await store(before), await store(before)];
  const get = vi.spyOn(app.services.objects, 'get');
  const { body } = await compare({ baselineId: one.id, comparisonId: other.id });
  expect(body.data).toMatchObject({ diffPercentage: 0, diffPixels: 0, totalPixels: 30_000, regions: [], shifts: [] });
  expect(get).not.toHaveBeenCalled();
  // Other bytes, the same pixels.
  const third = await store(before);
  await app.services.pool.query(
    `UPDATE snapshots SET image_key = (SELECT record_key FROM snapshots WHERE id = $1) WHERE id = $1`,
    [third.id],
  );
  expect((await compare({ baselineId: one.id, comparisonId: third.id })).body.data).toMatchObject({ diffPixels: 0 });
  expect(get).not.toHaveBeenCalled();
});

test('names styles that pixels do not show, also of equal pictures, which it does not read', async () => {
  const font = (fontFamily: string) =>
    pageElement('#buy', [40, 30, 60, 20], { tag: 'button', text: 'Buy', style: { fontFamily } });
  const [one, same, other] = [
    await store(before, [font('Inter')]),
    await store(before, [font('Inter')]),
    await store(before, [font('Georgia')]),
  ];
  expect((await compare({ baselineId: one.id, comparisonId: same.id })).body.data.regions).toEqual([]);
  const image = await app.services.db.snapshot.findUniqueOrThrow({ where: { id: one.id } });
  const get = vi.spyOn(app.services.objects, 'get');
  const { data } = (await compare({ baselineId: one.id, comparisonId: other.id })).body;
  expect(data).toMatchObject({ diffPercentage: 0, diffPixels: 0, shifts: [] });
  expect(data.regions).toMatchObject([
    {
      ...{ kind: 'changed', ...BUTTON, pixels: 0, baselineY: 30, comparisonY: 30 },
      elements: [
        { selector: '#buy', kinds: ['restyled'], before: { style: { fontFamily: 'Inter' } }, after: { text: 'Buy' } },
      ],
    },
  ]);
  expect(get).not.toHaveBeenCalledWith(image.imageKey);
  const ignored = await compare({ baselineId: one.id, comparisonId: other.id, ignore: ['#buy'] });
  expect(ignored.body.data.regions).toEqual([]);
});

test('reports pictures of two browser versions, different or not', async () => {
  const old = await store(before, [], 'HeadlessChrome/140.0.7339.80');
  const [same, changed] = [
    await store(before, [], 'HeadlessChrome/143.0.7499.4'),
    await store(after, [], 'HeadlessChrome/143.0.7499.4'),
  ];
  const reported = async (baselineId: string, comparisonId: string) => {
    const first = (await compare({ baselineId, comparisonId })).body.data;
    const again = (await compare({ baselineId, comparisonId })).body.data;
    expect(again).toEqual({ ...first, diffImageUrl: again.diffImageUrl });
    return first.browsersDiffer;
  };
  expect(await reported(old.id, changed.id)).toBe(true);
  expect(await reported(old.id, same.id)).toBe(true);
  expect(await reported(same.id, changed.id)).toBe(false);
  await app.services.pool.query('UPDATE snapshots SET browser = NULL WHERE id = $1', [old.id]);
  expect(await reported(old.id, changed.id)).toBe(null);
});

test('reports an incomplete picture', async () => {
  const [whole, partial] = [await store(before), await store(after)];
  const reported = async () => (await compare({ baselineId: whole.id, comparisonId: partial.id })).body.data.isComplete;
  const setPending = (count: number | null) =>
    app.services.pool.query('UPDATE snapshots SET pending_requests = $2 WHERE id = $1', [partial.id, count]);
  expect(await reported()).toBe(true);
  await setPending(3);
  expect(await reported()).toBe(false);
  const read = await rest(app, 'GET', `/v1/snapshots/${partial.id}`, { token: owner.token });
  expect(read.body.data).toMatchObject({ isComplete: false, pendingRequests: 3 });
  await setPending(null);
  expect(await reported()).toBe(null);
});

test('reports an inserted banner as one change', async () => {
  const noise = createPicture(200, 150, (x, y) => [(x * 31 + y * 17) % 256, (x * y) % 256, 90]);
  const banner = createPicture(200, 40, () => [10, 120, 60]);
  const baseline = await store(noise);
  const comparison = await store(stackRows(cropRows(noise, 0, 50), banner, cropRows(noise, 50, 150)));
  const ids = { baselineId: baseline.id, comparisonId: comparison.id };
  expect((await compare(ids)).body.data).toMatchObject({
    width: 200,
    height: 190,
    diffPixels: 8_000,
    shifts: [{ kind: 'inserted', y: 50, rows: 40 }],
    regions: [{ kind: 'inserted', x: 0, y: 50, width: 200, height: 40, baselineY: null, comparisonY: 50 }],
  });
  const inPlace = (await compare({ ...ids, alignRows: false })).body.data;
  expect(inPlace).toMatchObject({ height: 190, shifts: [] });
  expect(inPlace.diffPixels).toBeGreaterThan(20_000);
});

describe('options', () => {
  test.each([
    ['an id', ['#buy'], 0],
    ['a class of a named element', ['button.cta'], 0],
    ['one of several', ['.nothing, p > a, #buy'], 0],
    ['a box', [BUTTON], 0],
    ['half of it', [{ ...BUTTON, width: 30 }], 600],
    [
      'two halves',
      [
        { ...BUTTON, width: 30 },
        { ...BUTTON, x: 70, width: 30 },
      ],
      0,
    ],
    ['another element', ['#sell'], 1200],
  ])('ignore by %s', async (_what, ignore, diffPixels) => {
    expect((await compare({ ...(await pair()), ignore })).body.data).toMatchObject({ diffPixels });
  });

  test('threshold', async () => {
    const ids = await pair();
    expect((await compare({ ...ids, threshold: 1 })).body.data.diffPixels).toBe(0);
    expect((await compare({ ...ids, threshold: 0 })).body.data.diffPixels).toBe(1200);
  });

  test.each([
    [{ threshold: -0.1 }, 'threshold: must be at least 0'],
    [{ threshold: 1.1 }, 'threshold: must be at most 1'],
    [{ threshold: '0.1' }, 'threshold: must be a number'],
    [{ ignore: '#buy' }, 'ignore: must be a list'],
    [{ ignore: [{ x: 0, width: 5, height: '5' }] }, 'ignore.0.y: is required; ignore.0.height: must be a number'],
    [
      { ignore: ['a:hover'] },
      'ignore.0: must be a selector of names, #id, .class and :nth-of-type(n), joined by spaces, > and commas',
    ],
    [{ ignore: ['a', { x: 0, y: 0, width: 0, height: 1 }] }, 'ignore.1.width: must be at least 1'],
    [{ ignore: [{ x: -1, y: 0, width: 1, height: 1 }] }, 'ignore.0.x: must be at least 0'],
    [{ ignore: [{ x: 0.5, y: 0, width: 1, height: 1 }] }, 'ignore.0.x: must be a whole number'],
    [{ ignore: Array.from({ length: 51 }, () => 'a') }, 'ignore: must list at most 50 selectors and boxes'],
    [{ ignore: [''] }, 'ignore.0: must not be empty'],
    [{ ignore: ['a'.repeat(1_025)] }, 'ignore.0: must have at most 1024 characters'],
    [{ alignRows: 'no' }, 'alignRows: must be true or false'],
  ])('rejects %o', async (options, message) => {
    const { body } = await compare({ ...(await pair()), ...options });
    expect(body).toEqual(errorBody(400, message));
  });
});

describe('one result for one pair and its options', () => {
  test('is stored for all spellings', async () => {
    const ids = await pair();
    const first = await compare({ ...ids, ignore: ['#a', BUTTON] });
    const run = vi.spyOn(app.services.diffWorkers, 'run');
    const { x, y, width, height } = BUTTON;
    const again = await compare({
      ...ids,
      threshold: 0.1,
      alignRows: true,
      ignore: [{ height, width, y, x }, '#a', '#a'],
    });
    expect(again.body).toEqual(first.body);
    expect(run).not.toHaveBeenCalled();
    expect((await compare({ ...ids, threshold: 0.2 })).body.data.id).not.toBe(first.body.data.id);
    const turned = await compare({ baselineId: ids.comparisonId, comparisonId: ids.baselineId });
    expect(turned.body.data.id).not.toBe(first.body.data.id);
  });

  test('of an earlier version of the algorithm stays as it is, beside one of the present version', async () => {
    const ids = await pair();
    const { body: first } = await compare(ids);
    const { id } = first.data;
    // As release 0.1.0 stored it.
    const options = '{"threshold":0.1,"alignRows":true,"ignore":[]}';
    const optionsHash = createHash('sha256').update(options).digest('hex');
    const earlier = { options, optionsHash, diffPixels: 7, regions: '[]' };
    await app.services.db.comparison.update({ where: { id }, data: earlier });
    const run = vi.spyOn(app.services.diffWorkers, 'run');
    const { body: second } = await compare(ids);
    expect(run).toHaveBeenCalledTimes(1);
    expect(second.data).toMatchObject({ diffPixels: first.data.diffPixels, regions: first.data.regions });
    expect(second.data.id).not.toBe(id);
    expect((await compare(ids)).body.data.id).toBe(second.data.id);
    expect(run).toHaveBeenCalledTimes(1);
    const read = await rest(app, 'GET', `/v1/comparisons/${id}`, { token: owner.token });
    expect(read.body.data).toMatchObject({ ...ids, id, diffPixels: 7, regions: [] });
    expect(await app.services.db.comparison.findUnique({ where: { id } })).toMatchObject({ options, diffKey: null });
  });

  test('is computed once for 50 concurrent requests', async () => {
    const ids = await pair();
    const run = vi.spyOn(app.services.diffWorkers, 'run');
    const responses = await Promise.all(Array.from({ length: 50 }, () => compare(ids)));
    for (const { status, body } of responses) expect([status, body]).toEqual([200, responses[0]?.body]);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('is stored once for equal pictures, whatever the letter case of their ids', async () => {
    const [{ id: baselineId }, { id: comparisonId }] = [await store(before), await store(before)];
    const upper = { baselineId: baselineId.toUpperCase(), comparisonId: comparisonId.toUpperCase() };
    const responses = await Promise.all(Array.from({ length: 20 }, () => compare(upper)));
    const { data } = (await compare({ baselineId, comparisonId })).body;
    expect(data).toMatchObject({ baselineId, comparisonId, diffPixels: 0 });
    for (const { body } of responses) expect(body.data.id).toBe(data.id);
    expect(await app.services.db.comparison.count({ where: { baselineId } })).toBe(1);
  });

  test('is the first one when two processes compare concurrently', async () => {
    const other = await startTestApp({ databaseUrl: app.databaseUrl });
    try {
      const ids = await pair();
      other.services.objects.get = (key) => app.services.objects.get(key);
      const call = (at: TestApp) => rest(at, 'POST', '/v1/snapshots/compare', { token: owner.token, body: ids });
      const [one, two] = await Promise.all([call(app), call(other)]);
      expect([one.status, two.status]).toEqual([200, 200]);
      expect(two.body.data.id).toBe(one.body.data.id);
      expect(await app.services.db.comparison.count({ where: ids })).toBe(1);
    } finally {
      await other.close();
    }
  });
});

describe('the diff image', () => {
  const drawingOf = async (url: string) => {
    const response = await fetch(url);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test('is rendered once when first requested, and served like any object', async () => {
    const { data } = (await compare(await pair())).body;
    const keyOf = async () => (await app.services.db.comparison.findUnique({ where: { id: data.id } }))?.diffKey;
    expect(await keyOf()).toBeNull();
    const run = vi.spyOn(app.services.diffWorkers, 'run');
    const responses = await Promise.all(Array.from({ length: 10 }, () => drawingOf(data.diffImageUrl)));
    expect(run).toHaveBeenCalledTimes(1);
    const [first] = responses;
    for (const { response, bytes } of responses) expect([response.status, bytes]).toEqual([200, first?.bytes]);
    expect(first?.response.headers.get('content-type')).toBe('image/png');
    expect(`${await keyOf()}`).toMatch(/^[0-9a-f]{64}\.png$/);
    const { data: pixels, info } = await sharp(first?.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([200, 150]);
    const at = (x: number, y: number) => [...pixels.subarray((y * 200 + x) * 3, (y * 200 + x) * 3 + 3)];
    expect(at(50, 40)).toEqual([214, 0, 56]);
    const [red = 0, green, blue] = at(150, 100);
    expect([green, blue]).toEqual([red, red]);
    const etag = first?.response.headers.get('etag') ?? '';
    expect((await fetch(data.diffImageUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('requires its signature', async () => {
    const { data } = (await compare(await pair())).body;
    const other = (await compare(await pair())).body.data;
    const forged = data.diffImageUrl.replace(data.id, other.id);
    expect((await fetch(forged)).status).toBe(403);
    expect((await fetch(data.diffImageUrl.replace(data.id, 'nothing'))).status).toBe(404);
  });

  test('is rendered again when the storage has lost it', async () => {
    const { data } = (await compare(await pair())).body;
    const { bytes } = await drawingOf(data.diffImageUrl);
    const { diffKey } = await app.services.db.comparison.findUniqueOrThrow({ where: { id: data.id } });
    await app.services.objects.remove(diffKey ?? '');
    expect((await fetch(data.diffImageUrl)).status).toBe(500);
    expect((await drawingOf(data.diffImageUrl)).bytes).toEqual(bytes);
  });

  test('is deleted with its snapshots, as is the comparison', async () => {
    const [baseline, comparison] = [
      await store(before),
      await store(fillBox(before, { x: 5, y: 120, width: 9, height: 9 }, [1, 99, 7])),
    ];
    const ids = { baselineId: baseline.id, comparisonId: comparison.id };
    const { data } = (await compare(ids)).body;
    await drawingOf(data.diffImageUrl);
    const { diffKey } = await app.services.db.comparison.findUniqueOrThrow({ where: { id: data.id } });
    expect(diffKey).not.toBeNull();
    await rest(app, 'DELETE', `/v1/snapshots/${ids.comparisonId}`, { token: owner.token });
    expect(await app.services.db.comparison.count({ where: { baselineId: ids.baselineId } })).toBe(0);
    expect((await fetch(data.diffImageUrl)).status).toBe(404);
    await expect.poll(() => app.services.objects.get(diffKey ?? '').catch(String)).toContain('missing');
  });
});

describe('rejects', () => {
  const processing = async () =>
    (await rest(app, 'POST', '/v1/snapshots', { token: owner.token, body: { projectId, url: 'https://a.example/' } }))
      .body.data.id;

  test('an incomplete snapshot', async () => {
    const { baselineId } = await pair();
    const unfinished = await processing();
    const failed = await processing();
    await app.services.pool.query(`UPDATE snapshots SET status = 'failed', error = 'no' WHERE id = $1`, [failed]);
    const { body } = await compare({ baselineId: unfinished, comparisonId: failed });
    expect(body).toEqual(
      errorBody(
        400,
        'baselineId: the snapshot is being processed; retry when its status is completed; ' +
          'comparisonId: the snapshot failed and has no image; take it again',
      ),
    );
    expect((await compare({ baselineId, comparisonId: unfinished })).status).toBe(400);
  });

  test('pictures with different device scale factors', async () => {
    const { baselineId, comparisonId } = await pair();
    await app.services.pool.query('UPDATE snapshots SET device_scale_factor = 2 WHERE id = $1', [comparisonId]);
    expect((await compare({ baselineId, comparisonId })).body).toEqual(
      errorBody(400, 'comparisonId: has deviceScaleFactor 2, baselineId 1; both must be equal'),
    );
  });

  test('snapshots of two projects, foreign and deleted ones', async () => {
    const { baselineId, comparisonId } = await pair();
    projectId = (await createProject(app, owner)).id;
    const elsewhere = (await store(before)).id;
    expect((await compare({ baselineId, comparisonId: elsewhere })).body).toEqual(
      errorBody(400, 'comparisonId: must be a snapshot of the same project as baselineId'),
    );
    const outsider = await registerUser(app);
    expect((await compare({ baselineId, comparisonId }, outsider.token)).body).toEqual(
      errorBody(404, 'Snapshot not found'),
    );
    await rest(app, 'DELETE', `/v1/snapshots/${comparisonId}`, { token: owner.token });
    expect((await compare({ baselineId, comparisonId })).body).toEqual(errorBody(404, 'Snapshot not found'));
    const viewer = await registerMember(app, owner.organizationId, 'viewer');
    expect((await compare({ baselineId, comparisonId: baselineId }, viewer.token)).status).toBe(403);
  });

  const fileOf = async (snapshotId: string) => {
    const { imageKey } = await app.services.db.snapshot.findUniqueOrThrow({ where: { id: snapshotId } });
    const directory = app.services.objects.location;
    const shelf = join(directory, `${imageKey}`.slice(0, 2));
    return { file: join(shelf, `${imageKey}`), shelf };
  };

  test.each([
    ['is missing', 'missing from the storage', (file: string) => rm(file)],
    ['is cut short', 'damaged', (file: string) => writeFile(file, Buffer.from('89504e470d0a1a0a', 'hex'))],
    ['has other bytes', 'damaged', (file: string) => writeFile(file, 'x'.repeat(2_000))],
  ])('a snapshot whose image %s: the error names it, and it is flagged', async (_what, words, spoil) => {
    const baseline = await store(fillBox(page, { ...BUTTON, y: 70 }, [1, 2, words.length]));
    const comparison = await store(fillBox(page, BUTTON, [9, words.length, Math.floor(Math.random() * 256)]));
    const { file, shelf } = await fileOf(comparison.id);
    await spoil(file);
    const { status, body } = await compare({ baselineId: baseline.id, comparisonId: comparison.id });
    expect([status, body]).toEqual([
      500,
      errorBody(500, `The image of the comparison snapshot is ${words}; take it again`),
    ]);
    const marked = await rest(app, 'GET', `/v1/snapshots/${comparison.id}`, { token: owner.token });
    expect(marked.body.data).toMatchObject({
      status: 'failed',
      imageUrl: null,
      error: expect.stringContaining('lost'),
    });
    expect(await readdir(shelf)).not.toContain(file.slice(shelf.length + 1));
    expect((await rest(app, 'GET', `/v1/snapshots/${baseline.id}`, { token: owner.token })).body.data.status).toBe(
      'completed',
    );
  });

  describe('when the diff pool', () => {
    let own: DiffWorkerPool | undefined;
    let shared: DiffWorkerPool;
    beforeEach(() => {
      shared = app.services.diffWorkers;
    });
    afterEach(async () => {
      app.services.diffWorkers = shared;
      await own?.close();
    });
    const withComparer = (settings: DiffWorkerPoolOptions) => {
      own = createDiffWorkerPool(settings);
      app.services.diffWorkers = own;
    };

    test('is overloaded, returns an error that permits a retry', async () => {
      const ids = await pair();
      withComparer({ threads: 0, queue: 0 });
      const { status, body, headers } = await compare(ids);
      expect([status, body]).toEqual([429, errorBody(429, 'The comparison queue is full; retry in 10 seconds')]);
      expect(headers.get('retry-after')).toBe('10');
    });

    test('times out, says so and flags and stores nothing', async () => {
      const ids = await pair();
      withComparer({ timeLimitMs: 0 });
      const { body } = await compare(ids);
      expect(body).toEqual(errorBody(500, 'The comparison timed out; retry later'));
      app.services.diffWorkers = shared;
      expect((await compare(ids)).status).toBe(200);
    });
  });

  test('omits the names of elements if a page record is missing', async () => {
    const ids = await pair();
    const { recordKey } = await app.services.db.snapshot.findUniqueOrThrow({ where: { id: ids.baselineId } });
    await app.services.objects.remove(`${recordKey}`);
    const { data } = (await compare(ids)).body;
    expect(data).toMatchObject({ diffPixels: 1200, regions: [{ elements: [{ selector: '#buy', kinds: ['added'] }] }] });
  });
});

test('stored comparisons are read by viewers, by project and by snapshot, until a snapshot is deleted', async () => {
  const ids = await pair();
  const { body: made } = await compare(ids);
  const { body: other } = await compare({ ...ids, threshold: 0.9 });
  const { token } = await registerMember(app, owner.organizationId, 'viewer');
  const read = async (path: string) => {
    const { status, body } = await rest(app, 'GET', `/v1/comparisons${path}`, { token });
    return [status, body];
  };
  const withoutUrl = ({ diffImageUrl: _url, ...comparison }: Record<string, unknown>) => comparison;
  const summaryOf = ({ regions, shifts: _shifts, ...comparison }: Record<string, unknown>) => ({
    ...withoutUrl(comparison),
    regionCount: (regions as unknown[]).length,
  });
  const [status, { data }] = await read(`/${made.data.id}`);
  expect([status, withoutUrl(data)]).toEqual([200, withoutUrl(made.data)]);
  for (const query of [`projectId=${projectId}`, `snapshotId=${ids.baselineId}`, `snapshotId=${ids.comparisonId}`]) {
    const [, listed] = await read(`?${query}`);
    expect(listed.map(withoutUrl)).toEqual([other.data, made.data].map(summaryOf));
  }
  const document = `query ($id: ID!) { snapshot(id: $id) { comparisons { nodes { id regionCount } } project { id } } }`;
  const nested = await graphql(app, document, { id: ids.comparisonId }, { token });
  expect(nested.data.snapshot).toMatchObject({
    comparisons: { nodes: [{ id: other.data.id }, { id: made.data.id, regionCount: 1 }] },
    project: { id: projectId },
  });
  expect(await read('')).toEqual([
    400,
    errorBody(400, 'projectId: is required, or snapshotId for the comparisons of one snapshot'),
  ]);
  expect(await read(`?projectId=${projectId}&snapshotId=${ids.baselineId}`)).toEqual([
    400,
    errorBody(400, 'snapshotId: must not be given together with projectId; send one of them'),
  ]);
  await rest(app, 'DELETE', `/v1/snapshots/${ids.baselineId}`, { token: owner.token });
  expect(await read(`/${made.data.id}`)).toEqual([404, errorBody(404, 'Comparison not found')]);
  expect(await read(`?projectId=${projectId}`)).toEqual([200, []]);
});
