import { expect, test } from 'vitest';
import { meantPart } from './meant-part.ts';

const BOX = { x: 100, y: 200, width: 400, height: 100 };
const of = (metadata: object, domFingerprint: object = {}) => ({ metadata, domFingerprint });

test('an area is a part of its element, or reaches beyond it', () => {
  expect(meantPart(of({ area: { x: 0.25, y: 0.5, width: 0.5, height: 0.5 } }), BOX)).toEqual({
    box: { x: 200, y: 250, width: 200, height: 50 },
    point: null,
  });
  expect(meantPart(of({ area: { x: 0, y: 0, width: 2, height: 1 } }), BOX)?.box.width).toBe(800);
});

test('a quote has its place while its element has the size at which it was selected', () => {
  const quoted = { quote: { exact: 'Six pieces' }, area: { x: 0, y: 0, width: 0.2, height: 0.2 } };
  expect(meantPart(of({ ...quoted, box: { width: 398, height: 100 } }), BOX)?.box.width).toBe(80);
  expect(meantPart(of({ ...quoted, box: { width: 300, height: 140 } }), BOX)).toEqual({ box: BOX, point: null });
});

test.each([
  ['a canvas', { tag: 'canvas' }, BOX, { x: 200, y: 275 }],
  ['a large element', { tag: 'section' }, { ...BOX, height: 400 }, { x: 200, y: 500 }],
  ['a heading', { tag: 'h1' }, BOX, null],
])('the clicked place of %s', (_name, metadata, box, point) => {
  expect(meantPart(of({ ...metadata, offset: { x: 0.25, y: 0.75 } }), box)?.point).toEqual(point);
});

test('an element that was chosen by key has no clicked place', () => {
  expect(meantPart(of({ tag: 'canvas', offset: { x: 0.5, y: 0.5 } }), BOX)?.point).toBeNull();
});

test('after the annotation was moved to another element, all of that is meant', () => {
  const metadata = { selector: '#old', tag: 'canvas', area: { x: 0, y: 0, width: 0.1, height: 0.1 } };
  expect(meantPart(of(metadata, { selector: '#new' }), BOX)?.box).toEqual(BOX);
});

test.each([
  { x: 0, y: 0, width: 0, height: 0 },
  { x: -500, y: 200, width: 400, height: 100 },
])('a picture does not show an element of the box %j', (box) => {
  expect(meantPart(of({}), box)).toBeNull();
});

test('metadata of any form is accepted', () => {
  expect(meantPart(of({ area: 'all', offset: [1], box: null, tag: 3 }), BOX)).toEqual({ box: BOX, point: null });
});
