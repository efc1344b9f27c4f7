import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../src/infrastructure/database/transaction.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { waitUntilBlocked } from '../../support/blocked-sessions.ts';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerMember, registerUser } from '../../support/factories.ts';
import { createPicture } from '../../support/pictures.ts';
import { pageElement, storeLocatedSnapshot, storeSnapshot } from '../../support/snapshots.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const URL = 'https://shop.example/cart';
/** Gray with a red button. */
const BUTTON = { x: 60, y: 40, width: 80, height: 20 };
const PICTURE = createPicture(200, 120, (x, y) =>
  x >= BUTTON.x && x < BUTTON.x + BUTTON.width && y >= BUTTON.y && y < BUTTON.y + BUTTON.height
    ? [200, 0, 0]
    : [240, 240, 240],
);
const BODY = pageElement('body', [0, 0, 200, 120], { tag: 'body', text: 'Buy the spade' });
const buy = (left = BUTTON.x) =>
  pageElement('#buy', [left, BUTTON.y, BUTTON.width, BUTTON.height], {
    tag: 'button',
    text: 'Buy the spade',
    style: { color: 'rgb(200, 0, 0)' },
  });

const app = useTestApp();
const owner = useOwner(app);
let projectId: string;
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
});

const annotate = (selector: string, more: object = {}) =>
  createAnnotation(app, owner, projectId, { url: URL, metadata: { selector, text: 'Buy the spade' }, ...more });
const capture = (elements = [BODY, buy()], record = {}) =>
  storeLocatedSnapshot(app, owner, { projectId, picture: PICTURE, elements, record });

/** A captured page with its pins, and a tray of orphans: the query of a screen. */
const SCREEN = `query ($id: ID!) { snapshot(id: $id) {
  imageUrl
  pins(states: [bound, moved, rebound]) { nodes {
    id state confidence reason box { x y width height } text styles since cropUrl
    annotation { number content status } snapshot { id viewport { width } }
  } }
  orphans: pins(states: [orphaned]) { nodes { state reason box { x } text cropUrl annotation { number } } }
} }`;
const screen = async (id: string, token = owner.token) => {
  const { data, errors } = await graphql(app, SCREEN, { id }, { token });
  expect(errors).toBeUndefined();
  return data.snapshot;
};
const pinOf = async (id: string) => (await screen(id)).pins.nodes[0];

const HISTORY = `query ($id: ID!) { annotation(id: $id) { snapshotPins { nodes {
  id state box { x } snapshotId
} } } }`;
const pinsOf = async (id: string) =>
  (await graphql(app, HISTORY, { id }, { token: owner.token })).data.annotation.snapshotPins.nodes;

test('a snapshot has its pins and its orphans', async () => {
  const found = await annotate('#buy', { content: 'Bigger' });
  const lost = await annotate('#gone', { visibility: 'internal' });
  const { id } = await capture();
  expect(await screen(id)).toEqual({
    imageUrl: expect.any(String),
    pins: {
      nodes: [
        {
          id: expect.any(String),
          state: 'bound',
          confidence: 0.95,
          reason: null,
          box: BUTTON,
          text: 'Buy the spade',
          styles: expect.objectContaining({ color: 'rgb(200, 0, 0)' }),
          since: expect.any(String),
          cropUrl: expect.stringContaining('/objects/'),
          annotation: { number: found.number, content: 'Bigger', status: 'open' },
          snapshot: { id, viewport: { width: 1920 } },
        },
      ],
    },
    orphans: {
      nodes: [
        {
          state: 'orphaned',
          reason: 'No element of the page resembles it',
          box: null,
          text: null,
          cropUrl: null,
          annotation: { number: lost.number },
        },
      ],
    },
  });
  await rest(app, 'DELETE', `/annotations/${lost.id}`, { token: owner.token });
  expect((await screen(id)).orphans.nodes).toEqual([]);
});

test('boxes are those of the picture of a scrolled page', async () => {
  await annotate('#buy');
  const { id } = await capture([buy()], { scroll: { x: 10.4, y: 30 } });
  expect((await pinOf(id)).box).toEqual({ ...BUTTON, x: 50, y: 10 });
});

test.each([
  ['an error page', { status: 500 }],
  ['another page', { finalUrl: 'https://shop.example/login' }],
])('a snapshot of %s has no pins and ends no range', async (_name, record) => {
  await annotate('#buy');
  const first = await capture();
  const skipped = await capture([BODY], record);
  const last = await capture();
  expect(await screen(skipped.id)).toMatchObject({ pins: { nodes: [] }, orphans: { nodes: [] } });
  expect((await pinOf(last.id)).id).toBe((await pinOf(first.id)).id);
});

describe('a range of snapshots', () => {
  test('goes on while the element stays the same', async () => {
    const { id } = await annotate('#buy');
    const [first, second] = [await capture(), await capture()];
    const moved = await capture([BODY, buy(90)]);
    const back = await capture();
    const [before, again, after] = [await pinOf(first.id), await pinOf(second.id), await pinOf(moved.id)];
    expect(again).toEqual({ ...before, cropUrl: expect.any(String), snapshot: expect.objectContaining(second) });
    expect(after).toMatchObject({ box: { x: 90 } });
    expect(await pinsOf(id)).toEqual([
      expect.objectContaining({ box: { x: 60 }, snapshotId: back.id }),
      { id: after.id, state: 'bound', box: { x: 90 }, snapshotId: moved.id },
      { id: before.id, state: 'bound', box: { x: 60 }, snapshotId: second.id },
    ]);
  });

  test('is shortened and ended by the deletion of its snapshots', async () => {
    const { id } = await annotate('#buy');
    const [first, second] = [await capture(), await capture()];
    const remove = (snapshot: { id: string }) =>
      rest(app, 'DELETE', `/v1/snapshots/${snapshot.id}`, { token: owner.token });
    await remove(second);
    expect(await pinsOf(id)).toMatchObject([{ snapshotId: first.id }]);
    await remove(first);
    expect(await pinsOf(id)).toEqual([]);
    const { rows } = await app.services.pool.query('SELECT FROM snapshot_series WHERE project_id = $1', [projectId]);
    expect(rows).toEqual([]);
  });

  test('has every snapshot once when several are completed at the same time', async () => {
    const { id } = await annotate('#buy');
    const made = await Promise.all([1, 2, 3].map(() => capture()));
    for (const snapshot of made) expect((await screen(snapshot.id)).pins.nodes).toHaveLength(1);
    expect(await pinsOf(id)).toHaveLength(1);
    const { rows } = await app.services.pool.query(
      'SELECT series_number AS number FROM snapshots WHERE project_id = $1 ORDER BY 1',
      [projectId],
    );
    expect(rows).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
  });

  test('ends with its annotation', async () => {
    const { id } = await annotate('#buy');
    await capture();
    await app.services.pool.query('DELETE FROM annotations WHERE id = $1', [id]);
    const { rows } = await app.services.pool.query('SELECT FROM snapshot_pins WHERE annotation_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('a crop', () => {
  const cropOf = async (id: string, args: string) => {
    const document = `query ($id: ID!) { snapshot(id: $id) { pins { nodes { cropUrl${args} } } } }`;
    const { data, errors } = await graphql(app, document, { id }, { token: owner.token });
    return { url: data?.snapshot?.pins?.nodes[0]?.cropUrl as string, message: errors?.[0]?.message };
  };

  test('shows the element with a margin, at a scale', async () => {
    await annotate('#buy');
    const { id } = await capture();
    const read = async (args: string) => {
      const response = await fetch((await cropOf(id, args)).url);
      expect(response.headers.get('content-type')).toBe('image/webp');
      const { width, height } = await sharp(await response.arrayBuffer()).metadata();
      return [width, height];
    };
    expect(await read('(margin: 0)')).toEqual([80, 20]);
    expect(await read('(margin: 10)')).toEqual([100, 40]);
    expect(await read('(margin: 0, scale: 50)')).toEqual([40, 10]);
    // Never enlarged, and limited to the picture.
    expect(await read('(margin: 400, scale: 400)')).toEqual([200, 120]);
  });

  test('needs its signature and ends with its snapshot', async () => {
    await annotate('#buy');
    const { id } = await capture();
    const { url } = await cropOf(id, '');
    expect((await fetch(url.replace('_40_', '_41_'))).status).toBe(403);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    await rest(app, 'DELETE', `/v1/snapshots/${id}`, { token: owner.token });
    expect((await fetch(url)).status).toBe(404);
  });

  test.each([
    ['(margin: 401)', 'margin: must be from 0 to 400'],
    ['(margin: -1)', 'margin: must be from 0 to 400'],
    ['(scale: 9)', 'scale: must be from 10 to 400'],
  ])('rejects %s', async (args, message) => {
    await annotate('#buy');
    const { id } = await capture();
    expect((await cropOf(id, args)).message).toBe(message);
  });

  test('outside of the picture does not exist', async () => {
    await annotate('#buy');
    const { id } = await capture([buy(900)]);
    expect((await fetch((await cropOf(id, '')).url)).status).toBe(404);
  });
});

describe('what was meant', () => {
  const MEANT = `query ($id: ID!) { snapshot(id: $id) { pins { nodes {
    thumbnailUrl cropUrl meant { box { x y width height } point { x y } }
  } } } }`;
  const meantIn = async (id: string) =>
    (await graphql(app, MEANT, { id }, { token: owner.token })).data?.snapshot?.pins?.nodes[0];
  const described = (more: object) => ({ metadata: { selector: '#buy', text: 'Buy the spade', ...more } });

  test('is an area of the element, outlined with its surroundings in a thumbnail', async () => {
    await annotate('#buy', described({ area: { x: 0.5, y: 0, width: 0.5, height: 1 } }));
    const { meant, thumbnailUrl } = await meantIn((await capture()).id);
    expect(meant).toEqual({ box: { x: 100, y: 40, width: 40, height: 20 }, point: null });
    const { data, info } = await sharp(await (await fetch(thumbnailUrl)).arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    // 168 of 200 columns, one pixel for each of the page: 32–200, with the outline around 100–140.
    expect([info.width, info.height]).toEqual([168, 120]);
    const isBlue = (x: number, y: number) => {
      const [red = 0, , blue = 0] = data.subarray((y * info.width + x) * info.channels);
      return blue > red + 80;
    };
    const middle = 50;
    expect([62, 88, 114].map((x) => isBlue(x, middle))).toEqual([true, false, true]);
    expect(isBlue(24, middle)).toBe(false);
  });

  test('is the place that was clicked in a picture', async () => {
    await annotate('#buy', described({ tag: 'canvas', offset: { x: 0.25, y: 0.5 } }));
    expect((await meantIn((await capture()).id)).meant.point).toEqual({ x: 80, y: 50 });
  });

  test('is not shown where the element is hidden', async () => {
    await annotate('#buy');
    const hidden = pageElement('#buy', [0, 0, 0, 0], { tag: 'button', text: 'Buy the spade' });
    expect(await meantIn((await capture([BODY, hidden])).id)).toEqual({
      meant: null,
      thumbnailUrl: null,
      cropUrl: null,
    });
  });
});

describe('rights', () => {
  const read = async (document: string, id: string, token: string) => {
    const { data, errors } = await graphql(app, document, { id }, { token });
    return { value: Object.values(data)[0], codes: errors?.map(({ extensions }) => extensions.code) };
  };

  test('a guest sees no pins of snapshots', async () => {
    const { id } = await annotate('#buy');
    await capture();
    const guest = await registerMember(app, owner.organizationId, 'guest', [projectId]);
    expect(await read(HISTORY, id, guest.token)).toEqual({ value: { snapshotPins: null }, codes: ['FORBIDDEN'] });
  });

  test('an access token needs both actions', async () => {
    const { id } = await annotate('#buy');
    const snapshot = await capture();
    const { token } = await createPersonalToken(app, owner, { actions: ['snapshot.read'] });
    const pins = 'query ($id: ID!) { snapshot(id: $id) { pins { nodes { id } } } }';
    expect(await read(pins, snapshot.id, token)).toEqual({ value: { pins: null }, codes: ['FORBIDDEN'] });
    const { token: reader } = await createPersonalToken(app, owner, { actions: ['annotation.read'] });
    expect(await read(HISTORY, id, reader)).toEqual({ value: { snapshotPins: null }, codes: ['FORBIDDEN'] });
  });
});

test.each([['[]'], ['[bound, moved, rebound, orphaned, bound]']])('rejects the states %s', async (states) => {
  const { id } = await capture();
  const document = `query ($id: ID!) { snapshot(id: $id) { pins(states: ${states}) { nodes { id } } } }`;
  const { errors } = await graphql(app, document, { id }, { token: owner.token });
  expect(errors?.[0]?.message).toBe('states: must have 1 to 4 items; omit it for all');
});

describe('an annotation on a snapshot', () => {
  const create = (body: object, token = owner.token, headers = {}) =>
    rest(app, 'POST', '/annotations', { token, headers, body: { projectId, url: URL, content: 'Bigger', ...body } });
  const AT = { position_x: 80, position_y: 45 };

  test('is anchored to the element at the point, and pinned there', async () => {
    const { id: snapshotId } = await capture([BODY, buy(), pageElement('#foot', [0, 100, 200, 20])], {
      scroll: { x: 0, y: 20 },
    });
    const made = await create({ snapshotId, position_x: 80, position_y: 25, metadata: { note: 'mine', tag: 'p' } });
    expect(made).toMatchObject({
      status: 201,
      body: {
        ...AT,
        metadata: { note: 'mine', tag: 'button', selector: '#buy', offset: { x: 0.25, y: 0.25 }, box: BUTTON },
        domFingerprint: { selector: '#buy', xpath: expect.any(String), text: 'Buy the spade' },
        anchor: { state: 'bound', confidence: 1 },
        lastSeen: { box: { ...BUTTON, y: 20 }, scale: 1 },
      },
    });
    expect(await pinOf(snapshotId)).toMatchObject({
      box: { ...BUTTON, y: 20 },
      annotation: { number: made.body.number },
    });
    expect(await pinsOf(made.body.id)).toHaveLength(1);
    const body = await create({ snapshotId, position_x: 5, position_y: 5 });
    expect(body.body.metadata.selector).toBe('body');
  });

  test('is stored once per key, also after the snapshot is deleted', async () => {
    const { id: snapshotId } = await capture();
    const headers = { 'idempotency-key': randomUUID() };
    const made = await create({ ...AT, snapshotId }, owner.token, headers);
    await rest(app, 'DELETE', `/v1/snapshots/${snapshotId}`, { token: owner.token });
    const again = await create({ ...AT, snapshotId }, owner.token, headers);
    expect([again.status, again.body.id]).toEqual([201, made.body.id]);
    expect(await create({ ...AT, snapshotId })).toMatchObject({ status: 404, body: { message: 'Snapshot not found' } });
  });

  test('is not stored if the snapshot is deleted meanwhile', async () => {
    const { id: snapshotId } = await capture();
    const { created } = await inTransaction(app.services.pool, async (holder) => {
      await holder.query('DELETE FROM snapshots WHERE id = $1', [snapshotId]);
      const pending = create({ ...AT, snapshotId });
      await waitUntilBlocked(app, 'FROM snapshots WHERE id = $1 FOR KEY SHARE');
      return { created: pending };
    });
    expect(await created).toMatchObject({ status: 404, body: { message: 'Snapshot not found' } });
    const list = await rest(app, 'GET', `/annotations/project/${projectId}`, { token: owner.token });
    expect(list.body).toEqual([]);
  });

  test('is rejected for a file that is not a picture of the page', async () => {
    const { id: snapshotId } = await capture([buy()]);
    const queued = await rest(app, 'POST', '/v1/snapshots', { token: owner.token, body: { projectId, url: URL } });
    const other = await createProject(app, owner);
    const elsewhere = await storeSnapshot(app, owner, other.id, PICTURE, [buy()]);
    const unknown = { status: 404, body: { message: 'Snapshot not found' } };
    const wrong = (message: string) => ({ status: 400, body: { message } });
    const outside = 'is outside of the image, which has 200 × 120 CSS pixels';
    for (const [body, expected] of [
      [{ snapshotId: elsewhere.id }, unknown],
      [{ snapshotId: 'nope' }, wrong('snapshotId: must be a UUID')],
      [
        { snapshotId: queued.body.data.id },
        wrong('snapshotId: the snapshot is processing; wait until it is completed, or take another one'),
      ],
      [{ snapshotId, url: 'https://shop.example/' }, wrong('url: is not the page of the snapshot; send its url')],
      [{ snapshotId, position_x: 200 }, wrong(`position_x: ${outside}`)],
      [{ snapshotId, position_y: -1 }, wrong(`position_y: ${outside}`)],
      [{ snapshotId, position_x: 200, position_y: 120 }, wrong(`position_x: ${outside}; position_y: ${outside}`)],
      [
        { snapshotId, position_x: 1, position_y: 1 },
        wrong('snapshotId: the page record has no element at this point; choose another point'),
      ],
    ] as const) {
      expect(await create({ ...AT, ...body })).toMatchObject(expected);
    }
    const stranger = await registerUser(app);
    const { id: ofStranger } = await createProject(app, stranger);
    expect(await create({ ...AT, snapshotId, projectId: ofStranger }, stranger.token)).toMatchObject(unknown);
  });

  test('is rejected without its page record', async () => {
    const { id: snapshotId } = await capture();
    await app.services.pool.query('UPDATE snapshots SET record_key = NULL WHERE id = $1', [snapshotId]);
    expect(await create({ ...AT, snapshotId })).toMatchObject({
      status: 500,
      body: { message: 'The page record of the snapshot is lost; take the snapshot again' },
    });
  });

  test('is not for guests, nor for access tokens that may not read snapshots', async () => {
    const { id: snapshotId } = await capture();
    const guest = await registerMember(app, owner.organizationId, 'guest', [projectId]);
    expect((await create({ ...AT, snapshotId }, guest.token)).status).toBe(403);
    const { token } = await createPersonalToken(app, owner, { actions: ['annotation.create'] });
    expect((await create({ ...AT, snapshotId }, token)).status).toBe(403);
  });
});
