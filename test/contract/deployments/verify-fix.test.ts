import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerMember } from '../../support/factories.ts';
import { listOrigins, openPanel } from '../../support/panel.ts';
import { createPicture, hasOutline } from '../../support/pictures.ts';
import { pageElement, storeLocatedSnapshot } from '../../support/snapshots.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const draw = (shade: number) => createPicture(200, 120, () => [shade, shade, shade]);
const PAGE = ['header', 'nav', 'main', 'footer'].map((tag) => pageElement(tag, [0, 0, 200, 20], { tag }));
const button = (text: string) => pageElement('#buy', [60, 40, 80, 20], { tag: 'button', text });

const app = useTestApp();
const owner = useOwner(app);
let projectId: string;
let annotationId: string;
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
  const annotation = {
    url: 'https://shop.example/cart',
    content: 'Should say "Order"',
    metadata: { selector: '#buy' },
  };
  annotationId = (await createAnnotation(app, owner, projectId, annotation)).id;
});

const capture = (text: string, shade = 200, more = {}) =>
  storeLocatedSnapshot(app, owner, { projectId, picture: draw(shade), elements: [...PAGE, button(text)], ...more });
const verify = (body: object = {}, token = owner.token, id = annotationId) =>
  rest(app, 'POST', `/v1/annotations/${id}/verify-fix`, { token, body });
const verdictOf = (snapshotId: string, token = owner.token) =>
  rest(app, 'GET', `/v1/annotations/${annotationId}/verdict?snapshotId=${snapshotId}`, { token });

test('the page is captured where and as the annotation was seen last', async () => {
  expect((await verify()).body.data).toMatchObject({
    url: 'https://shop.example/cart',
    viewport: { width: 1920, height: 1080 },
    fullPage: true,
  });
  await capture('Buy');
  await app.services.pool.query('UPDATE snapshots SET delay = 70, full_page = false WHERE project_id = $1', [
    projectId,
  ]);
  const { status, body } = await verify();
  expect(status).toBe(202);
  expect(body.data).toMatchObject({
    url: 'https://shop.example/cart',
    status: 'processing',
    fullPage: false,
    delay: 70,
  });
  expect((await verdictOf(body.data.id)).body.data).toMatchObject({ verdict: null, reason: null, beforeUrl: null });
});

test('an environment has the page below its own address', async () => {
  const environment = async (url: string) => {
    const body = { projectId, name: url, url, kind: 'staging' };
    return (await rest(app, 'POST', '/environments', { token: owner.token, body })).body.id as string;
  };
  await environment('https://shop.example/');
  const staging = await environment('https://staging.example/preview/');
  const { body } = await verify({ environmentId: staging });
  expect(body.data.url).toBe('https://staging.example/preview/cart');
  expect((await verify({ url: 'https://shop.example/other' })).body.data.url).toBe('https://shop.example/other');
});

test('bad arguments are named', async () => {
  const environmentId = randomUUID();
  expect((await verify({ environmentId, url: 'https://shop.example/' })).body.message).toBe(
    'url: must be omitted with environmentId',
  );
  expect((await verify({ environmentId: 'none' })).body.message).toBe('environmentId: must be a UUID');
  expect(await verify({ environmentId })).toMatchObject({ status: 404, body: { message: 'Environment not found' } });
  const other = await createProject(app, owner);
  const body = { projectId: other.id, name: 'Other', url: 'https://other.example/', kind: 'staging' };
  const { id } = (await rest(app, 'POST', '/environments', { token: owner.token, body })).body;
  expect((await verify({ environmentId: id })).status).toBe(404);
});

test('the verdict of a snapshot has evidence and two crops', async () => {
  const first = await capture('Buy');
  expect((await verdictOf(first.id)).body.data).toMatchObject({
    verdict: 'unknown',
    effect: null,
    reason: 'no_earlier_pin',
    expectedTexts: ['Order'],
    isTextMet: null,
  });
  const second = await capture('Order', 120);
  const { status, body } = await verdictOf(second.id);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    annotationId,
    snapshotId: second.id,
    beforeSnapshotId: first.id,
    verdict: 'changed',
    effect: 'does_it',
    reason: null,
    expectedTexts: ['Order'],
    isTextMet: true,
    evidence: { text: { before: 'Buy', after: 'Order' }, styles: [] },
  });
  for (const url of [body.data.beforeUrl, body.data.afterUrl]) {
    const crop = await fetch(app.url + new URL(url).pathname + new URL(url).search);
    expect([crop.status, crop.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await hasOutline(await crop.arrayBuffer())).toBe(true);
  }
});

test('a candidate of an element that perhaps moved is shown as no result', async () => {
  await capture('Buy');
  const { id } = await capture('Order', 120);
  await app.services.pool.query(
    `UPDATE snapshot_pins p SET state = 'moved' FROM snapshots s
      WHERE s.id = $1 AND p.series_id = s.series_id AND p.last_number = s.series_number`,
    [id],
  );
  expect((await verdictOf(id)).body.data).toMatchObject({
    verdict: 'unknown',
    reason: 'element_uncertain',
    beforeUrl: expect.stringContaining('.webp'),
    afterUrl: null,
  });
});

test('a login page, an error and a failed capture are said as such', async () => {
  await capture('Buy');
  const outcome = async (record: object) => {
    const { id } = await capture('Buy', 90, { record });
    return (await verdictOf(id)).body.data.reason;
  };
  expect(await outcome({ finalUrl: 'https://shop.example/login' })).toBe('needs_credentials');
  expect(await outcome({ status: 500 })).toBe('page_error');
  const { id } = (await verify()).body.data;
  await app.services.pool.query("UPDATE snapshots SET status = 'failed', error = 'No response' WHERE id = $1", [id]);
  expect((await verdictOf(id)).body.data).toMatchObject({ verdict: 'unknown', reason: 'capture_failed' });
});

test('the panel checks the page of a comment, and no other address', async () => {
  const origin = 'https://shop.example';
  await listOrigins(app, owner, projectId, [origin]);
  const { token } = await openPanel(app, owner, { projectId, origin });
  const { status, body } = await verify({}, token);
  expect([status, body.data.url]).toEqual([202, 'https://shop.example/cart']);
  expect((await verdictOf(body.data.id, token)).body.data).toMatchObject({ verdict: null });
  const other = await verify({ url: 'https://shop.example/other' }, token);
  expect(other).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^url: must be omitted in the panel/) },
  });
  const viewer = await registerMember(app, owner.organizationId, 'viewer');
  const panel = await openPanel(app, viewer, { projectId, origin });
  expect((await verify({}, panel.token)).status).toBe(403);
});

test('viewers read verdicts and capture nothing; a snapshot of another project is not found', async () => {
  const viewer = await registerMember(app, owner.organizationId, 'viewer');
  const { id } = await capture('Buy');
  expect((await verdictOf(id, viewer.token)).status).toBe(200);
  expect((await verify({}, viewer.token)).status).toBe(403);
  const other = await createProject(app, owner);
  const elsewhere = await storeLocatedSnapshot(app, owner, { projectId: other.id, picture: draw(1), elements: [] });
  expect((await verdictOf(elsewhere.id)).status).toBe(404);
});
