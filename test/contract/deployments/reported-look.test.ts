// Snapshots are stored without a browser; the pictures of each test are compared in worker threads.
import { beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { purgeSnapshots } from '../../../src/resolvers/addons/retention/purge-snapshots.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject } from '../../support/factories.ts';
import { createPicture } from '../../support/pictures.ts';
import { pageElement, storeLocatedSnapshot } from '../../support/snapshots.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const PAGE = ['header', 'nav', 'main', 'footer'].map((tag) => pageElement(tag, [0, 0, 200, 20], { tag }));
const price = (text: string, fontWeight = '400') =>
  pageElement('#price', [60, 40, 80, 20], { tag: 'p', text, style: { fontWeight } });
/** A bold price has more dark pixels. */
const draw = (shade: number) =>
  createPicture(200, 120, (x, y) => (x > 70 && x < 90 && y > 44 && y < 56 ? [shade, shade, shade] : [240, 240, 240]));

const app = useTestApp();
const owner = useOwner(app);
let projectId: string;
let annotationId: string;
beforeEach(async () => {
  projectId = (await createProject(app, owner)).id;
  annotationId = (await comment('Prices should be bold')).id;
});

const comment = (content: string) =>
  createAnnotation(app, owner, projectId, {
    url: 'https://shop.example/cart',
    content,
    metadata: { selector: '#price' },
  });
const capture = (weight: string, text = '78 €', record = {}) =>
  storeLocatedSnapshot(app, owner, {
    projectId,
    picture: draw(weight === '400' ? 120 : 30),
    elements: [...PAGE, price(text, weight)],
    record,
  });
const verdictOn = async (id: string, snapshotId: string) =>
  (await rest(app, 'GET', `/v1/annotations/${id}/verdict?snapshotId=${snapshotId}`, { token: owner.token })).body.data;
const outcome = async (snapshotId: string, id = annotationId) => {
  const { verdict, reason } = await verdictOn(id, snapshotId);
  return reason ?? verdict;
};

test('a capture between fix and check swallows no change', async () => {
  const reported = await capture('400');
  // Another visitor comments on the page after the fix is deployed.
  const other = await comment('What a nice page');
  await capture('700');
  const checked = await capture('700');
  expect(await verdictOn(annotationId, checked.id)).toMatchObject({
    verdict: 'changed',
    beforeSnapshotId: reported.id,
    beforeViewport: { width: 1920 },
    evidence: { styles: [{ name: 'fontWeight', before: '400', after: '700' }] },
  });
  expect(await outcome(checked.id, other.id)).toBe('unchanged');
});

test('the same page gets the same answer each time, and a rollback is as reported', async () => {
  await capture('400');
  const fixed = [await capture('700'), await capture('700'), await capture('700')];
  for (const { id } of fixed) expect(await outcome(id)).toBe('changed');
  for (const { id } of fixed) expect(await outcome(id)).toBe('changed');
  expect(await outcome((await capture('400')).id)).toBe('unchanged');
});

test('two comments on one page are each compared with the look when they were written', async () => {
  await capture('400', '78 €');
  const second = await comment('Should cost 127 €');
  await capture('400', '80 €');
  const last = await capture('400', '80 €');
  expect(await outcome(last.id)).toBe('changed');
  expect(await outcome(last.id, second.id)).toBe('unchanged');
});

test('an anchor that was replaced by hand is compared with what it showed then', async () => {
  await capture('400');
  await capture('700');
  const body = { domFingerprint: { tag: 'p', selector: '#price', xpath: '/html/body/p' } };
  const rebound = await rest(app, 'POST', `/annotations/${annotationId}/rebind`, { token: owner.token, body });
  expect(rebound.status).toBeLessThan(300);
  const first = await capture('700');
  expect(await outcome(first.id)).toBe('no_earlier_pin');
  expect(await outcome((await capture('700')).id)).toBe('unchanged');
});

test('after another browser, the pictures of that one are compared', async () => {
  await capture('400');
  const other = { browser: 'Test/2' };
  expect(await outcome((await capture('400', '78 €', other)).id)).toBe('browser_differs');
  expect(await outcome((await capture('400', '78 €', other)).id)).toBe('unchanged');
  expect(await outcome((await capture('700', '78 €', other)).id)).toBe('changed');
});

test('expired snapshots that show what an open annotation reports are kept', async () => {
  // Verdicts compare with no picture on which resources were pending.
  await capture('400', '78 €', { isComplete: false });
  const reported = await capture('400');
  await capture('700');
  expect(await expire()).toBe(3);
  expect(await left()).toEqual([reported.id]);
  const body = { status: 'resolved' };
  await rest(app, 'PUT', `/annotations/${annotationId}/status`, { token: owner.token, body });
  await purgeSnapshots(systemContext(app.services));
  expect(await left()).toEqual([]);
});

test('expired snapshots of previews are not kept: nobody reported what they show', async () => {
  const { id } = await capture('400');
  await app.services.pool.query('UPDATE snapshots SET preview_annotation_id = $2 WHERE id = $1', [id, annotationId]);
  expect(await expire()).toBe(1);
  expect(await left()).toEqual([]);
});

/** Purges the snapshots of the project after their time, and returns how many there were. */
const expire = async () => {
  const { rowCount } = await app.services.pool.query(
    "UPDATE snapshots SET created_at = created_at - interval '40 days' WHERE project_id = $1",
    [projectId],
  );
  await app.services.pool.query('UPDATE projects SET snapshot_retention = 30 WHERE id = $1', [projectId]);
  await purgeSnapshots(systemContext(app.services));
  return rowCount;
};

const left = async () => {
  const { rows } = await app.services.pool.query<{ id: string }>('SELECT id FROM snapshots WHERE project_id = $1', [
    projectId,
  ]);
  return rows.map(({ id }) => id);
};
