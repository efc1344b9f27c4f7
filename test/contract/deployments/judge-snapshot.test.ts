import { beforeEach, expect, test } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { judgeSnapshot } from '../../../src/resolvers/addons/deployments/verdicts/judge-snapshot.ts';
import { createAnnotation, createProject } from '../../support/factories.ts';
import { createPicture } from '../../support/pictures.ts';
import { pageElement, storeLocatedSnapshot } from '../../support/snapshots.ts';
import { useOwner } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const BUTTON = { x: 60, y: 40, width: 80, height: 20 };
/** Gray with a button, and one pixel that tells the pictures apart. */
const draw = (color: [number, number, number], corner = 0) =>
  createPicture(200, 120, (x, y) => {
    if (x === 0 && y === 0) return [corner, 0, 0];
    const isButton = x >= BUTTON.x && x < BUTTON.x + BUTTON.width && y >= BUTTON.y && y < BUTTON.y + BUTTON.height;
    return isButton ? color : [240, 240, 240];
  });
const buy = (text = 'Buy') => pageElement('#buy', [60, 40, 80, 20], { tag: 'button', text });
const REST = ['header', 'nav', 'main', 'footer'].map((tag) => pageElement(tag, [0, 0, 200, 20], { tag }));
const RED = draw([200, 0, 0]);

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

const capture = (picture = RED, elements = [...REST, buy()], record = {}) =>
  storeLocatedSnapshot(app, owner, { projectId, picture, elements, record });
const judge = async (id: string, options = {}) => judgeSnapshot(systemContext(app.services), id, options);
const outcomes = async (id: string, options = {}) =>
  (await judge(id, options))?.map(({ verdict, reason }) => reason ?? verdict);

test('the last snapshot before decides, by text, pixels and absence', async () => {
  const first = await capture();
  expect(await outcomes(first.id)).toEqual(['no_earlier_pin']);
  expect(await outcomes((await capture()).id)).toEqual(['unchanged']);
  expect(await outcomes((await capture(draw([200, 0, 0], 99))).id)).toEqual(['unchanged']);
  expect(await outcomes((await capture(draw([0, 0, 200]))).id)).toEqual(['changed']);
  const reworded = await capture(draw([0, 0, 200]), [...REST, buy('Order')]);
  const [verdict] = (await judge(reworded.id)) ?? [];
  expect(verdict).toMatchObject({
    annotationId,
    verdict: 'changed',
    evidence: { text: { before: 'Buy', after: 'Order' }, pixels: null },
    literal: { expected: ['Order'], isMet: true },
    afterSnapshotId: reworded.id,
  });
  expect(verdict?.before?.id).not.toBe(verdict?.after.id);
  expect(await outcomes((await capture(draw([9, 9, 9]), REST)).id)).toEqual(['gone']);
});

test('another browser, pending resources and another page are named as reasons', async () => {
  await capture();
  const text = [...REST, buy('Order')];
  const inOther = (elements = text) => capture(draw([1, 1, 1]), elements, { browser: 'Test/2' });
  expect(await outcomes((await inOther([...REST, buy()])).id)).toEqual(['browser_differs']);
  await capture();
  // Another browser shows the same texts.
  expect(await outcomes((await inOther()).id)).toEqual(['changed']);
  await capture();
  expect(await outcomes((await capture(draw([1, 1, 1]), text, { isComplete: false })).id)).toEqual([
    'picture_incomplete',
  ]);
  await capture();
  expect(await outcomes((await capture(draw([1, 1, 1]), [pageElement('form', [0, 0, 9, 9])])).id)).toEqual([
    'page_replaced',
  ]);
});

test('an element that differs in every capture is unstable, and a missing picture is said as such', async () => {
  for (const time of ['12:00', '12:01', '12:02']) await capture(RED, [...REST, buy(time)]);
  expect(await outcomes((await capture(RED, [...REST, buy('12:03')])).id)).toEqual(['page_unstable']);
  for (let count = 0; count < 3; count++) await capture();
  const last = await capture(draw([200, 0, 0], 50));
  await app.services.pool.query('UPDATE snapshots SET image_key = NULL WHERE id = $1', [last.id]);
  expect(await outcomes(last.id)).toEqual(['picture_unreadable']);
});

test('only the listed annotations are judged, against snapshots of before a time', async () => {
  await createAnnotation(app, owner, projectId, { url: 'https://shop.example/cart', metadata: { selector: 'nav' } });
  await capture();
  const later = await capture(draw([0, 0, 200]));
  expect(await outcomes(later.id)).toHaveLength(2);
  expect(await outcomes(later.id, { annotationIds: [annotationId] })).toEqual(['changed']);
  expect(await outcomes(later.id, { annotationIds: [annotationId], until: new Date(0) })).toEqual(['no_earlier_pin']);
  await app.services.pool.query('DELETE FROM snapshots WHERE id = $1', [later.id]);
  expect(await judge(later.id)).toBeUndefined();
});
