import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeAnnotation } from './judge-annotation.ts';
import type { AnnotationCase, PinFacts, PixelDifference, Sighting } from './types.ts';

const STYLES = { color: 'rgb(0, 0, 0)', fontSize: '16px', lineHeight: '20px' };
const TALL = { ...STYLES, lineHeight: '24px' };
const onWhite = (color: string) => ({ ...STYLES, color, backgroundColor: 'rgb(255, 255, 255)', opacity: '1' });
const [GRAY, DARK] = [onWhite('rgb(153, 153, 153)'), onWhite('rgb(51, 51, 51)')];
const RED = { ...STYLES, color: 'rgb(200, 0, 0)' };
const pin = (change: Partial<PinFacts> = {}): PinFacts => ({
  state: 'bound',
  confidence: 0.97,
  box: { x: 10, y: 20, width: 100, height: 30 },
  text: 'Buy',
  styles: STYLES,
  ...change,
});
const sighting = (change: Partial<PinFacts> = {}, picture: Partial<Sighting['picture']> = {}): Sighting => ({
  pin: pin(change),
  picture: {
    browser: 'Chrome/147',
    viewport: { width: 800, height: 600 },
    scale: 1,
    isComplete: true,
    isStill: true,
    status: 200,
    redirectedTo: null,
    size: { width: 800, height: 2000 },
    ...picture,
  },
});
const difference = (pixels: number, more: Partial<PixelDifference> = {}): PixelDifference => ({
  pixels,
  rimPixels: 0,
  total: 3000,
  isStretched: false,
  isIdentical: pixels === 0,
  ...more,
});
const EQUAL = difference(0);
/** Pixels that differ by less than the threshold. */
const FAINT = difference(0, { isIdentical: false });
/** Box of an element that the page hides. */
const HIDDEN = { x: 10, y: 20, width: 0, height: 0 };
const judge = (change: Partial<AnnotationCase> = {}) =>
  judgeAnnotation({
    comment: 'Please change',
    before: sighting(),
    after: sighting(),
    pixels: EQUAL,
    overlap: 1,
    isLeft: null,
    isVolatile: false,
    changes: [],
    accepted: null,
    ...change,
  });
const outcomeOf = (change: Partial<AnnotationCase>) => {
  const { verdict, reason } = judge(change);
  return reason ?? verdict;
};

describe('a verdict needs comparable captures', () => {
  test.each([
    ['capture_failed', { after: null }],
    ['no_earlier_pin', { before: null }],
    ['needs_credentials', { after: sighting({}, { status: 401 }) }],
    ['needs_credentials', { after: sighting({}, { redirectedTo: 'https://shop.example/login?next=/cart' }) }],
    ['needs_credentials', { after: sighting({}, { redirectedTo: 'https://sso.example/' }) }],
    ['page_redirected', { after: sighting({}, { redirectedTo: 'https://shop.example/blog/authors' }) }],
    ['page_error', { after: sighting({ state: 'orphaned' }, { status: 500 }) }],
    ['browser_differs', { after: sighting({}, { browser: 'Chrome/148' }) }],
    ['browser_differs', { before: sighting({}, { browser: null }), after: sighting({}, { browser: null }) }],
    ['viewport_differs', { after: sighting({}, { viewport: { width: 390, height: 600 } }) }],
    ['scale_differs', { after: sighting({}, { scale: 2 }) }],
    ['picture_incomplete', { after: sighting({}, { isComplete: false }) }],
    ['picture_incomplete', { before: sighting({}, { isComplete: null }) }],
    ['page_replaced', { after: sighting({ state: 'orphaned' }), overlap: 0.05 }],
    ['element_uncertain', { after: sighting({ state: 'moved', confidence: 0.6 }) }],
    ['element_uncertain', { after: sighting({ state: 'moved' }), isLeft: true }],
    ['element_uncertain', { after: sighting({ state: 'orphaned', box: null }), isLeft: true }],
    ['element_uncertain', { after: sighting({ box: HIDDEN, styles: null }), isLeft: true }],
    ['page_unstable', { after: sighting({ box: HIDDEN, styles: null }), isVolatile: true }],
    ['element_outside_picture', { before: sighting({ box: HIDDEN }) }],
    ['earlier_pin_not_bound', { before: sighting({ state: 'moved' }) }],
    ['earlier_pin_not_bound', { before: sighting({ state: 'orphaned' }), after: sighting({ state: 'orphaned' }) }],
    ['earlier_pin_not_bound', { before: sighting({ state: 'orphaned', box: null }) }],
    ['element_outside_picture', { after: sighting({ box: { x: 10, y: 2500, width: 10, height: 10 } }) }],
    ['page_unstable', { after: sighting({ text: '12:01' }), isVolatile: true }],
    ['page_unstable', { after: sighting({ text: '12:01' }, { isStill: false }) }],
    ['page_unstable', { after: sighting({ state: 'orphaned' }), isVolatile: true }],
    ['picture_unreadable', { pixels: null }],
  ] as [string, Partial<AnnotationCase>][])('%s', (reason, change) => {
    expect(outcomeOf(change)).toBe(reason);
  });
});

describe('a verdict of comparable captures', () => {
  const stretched = {
    after: sighting({ box: { x: 10, y: 20, width: 100, height: 50 } }),
    pixels: difference(900, { isStretched: true }),
  };
  const elsewhere = { x: 300, y: 20, width: 100, height: 50 };
  const sibling = {
    selector: 'p',
    xpath: '/p',
    kinds: ['text' as const],
    before: { box: elsewhere, text: 'One' },
    after: { box: elsewhere, text: 'Two' },
  };
  test.each([
    ['unchanged', {}],
    ['unchanged', { after: sighting({ box: { x: 10, y: 57, width: 100, height: 30 } }) }],
    ['unchanged', { pixels: difference(0, { rimPixels: 40 }) }],
    ['unchanged', { after: sighting({ styles: RED }) }],
    ['unchanged', { ...stretched, changes: [sibling] }],
    ['unchanged', { after: sighting({}, { isStill: false }) }],
    ['unchanged', { before: sighting({ contentHash: 'a' }), after: sighting({ contentHash: 'a' }), pixels: null }],
    ['unchanged', { before: sighting({ styles: null, text: 'Label' }) }],
    ['changed', stretched],
    ['changed', { after: sighting({ text: 'Buy now' }) }],
    ['changed', { after: sighting({ text: 'Buy now' }), pixels: null }],
    ['changed', { after: sighting({ styles: RED }), pixels: difference(40) }],
    ['changed', { after: sighting({ styles: RED }), pixels: difference(0, { rimPixels: 40 }) }],
    ['changed', { pixels: difference(40) }],
    ['changed', { after: sighting({ state: 'rebound', text: 'Buy now' }) }],
    ['gone', { after: sighting({ state: 'orphaned', box: null }) }],
    ['gone', { after: sighting({ state: 'moved', text: 'Rent' }), isLeft: false }],
    ['gone', { after: sighting({ text: 'Rent' }), isLeft: false }],
    ['gone', { after: sighting({ box: HIDDEN, styles: null }) }],
    ['changed', { after: sighting({ text: 'Rent' }), isLeft: true }],
  ] as [string, Partial<AnnotationCase>][])('%s', (verdict, change) => {
    expect(outcomeOf(change)).toBe(verdict);
  });

  test('names the changed text, styles, size and pixels', () => {
    const box = { x: 10, y: 20, width: 140, height: 30 };
    const { evidence } = judge({ after: sighting({ text: 'Buy now', styles: RED, box }), pixels: difference(40) });
    expect(evidence).toEqual({
      text: { before: 'Buy', after: 'Buy now' },
      styles: [{ name: 'color', before: STYLES.color, after: RED.color }],
      size: { before: { width: 100, height: 30 }, after: { width: 140, height: 30 } },
      pixels: { differing: 40, total: 3000 },
    });
  });
});

describe('where pixels are silent', () => {
  const styled = (before: PinFacts['styles'], after: PinFacts['styles'], pixels = FAINT) => ({
    before: sighting({ styles: before }),
    after: sighting({ styles: after }),
    pixels,
  });
  test.each([
    ['another color', styled({ color: 'rgb(51, 51, 51)' }, { color: 'rgb(58, 58, 58)' })],
    [
      'another background',
      styled({ backgroundColor: 'rgb(255, 255, 255)' }, { backgroundColor: 'rgb(255, 252, 240)' }),
    ],
    ['an opacity', styled({ opacity: '1' }, { opacity: '0.98' })],
    ['a gradient', styled({ backgroundImage: 'none' }, { backgroundImage: 'linear-gradient(red, blue)' })],
    ['a shadow', styled({ boxShadow: 'none' }, { boxShadow: 'rgba(0, 0, 0, 0.05) 0px 1px 2px 0px' }, EQUAL)],
    ['a link target', styled({ linkTarget: '/old' }, { linkTarget: '/hours' }, EQUAL)],
    ['the window of a link', styled({ linkWindow: 'same' }, { linkWindow: 'new' }, EQUAL)],
    ['a list marker', styled({ listStyleType: 'disc' }, { listStyleType: 'square' }, EQUAL)],
    [
      'a font that is not installed',
      styled({ fontFamily: 'Georgia, serif' }, { fontFamily: 'Palatino, serif' }, EQUAL),
    ],
  ] as [string, Partial<AnnotationCase>][])('%s is a change', (_, change) => {
    const { verdict, evidence } = judge(change);
    expect({ verdict, styles: evidence.styles.length }).toEqual({ verdict: 'changed', styles: 1 });
  });

  const shadow = 'rgba(0, 0, 0, 0) 0px 0px 0px 0px';
  test.each([
    ['an old record', styled({ color: 'rgb(0, 0, 0)' }, { color: 'rgb(0, 0, 0)', boxShadow: 'rgb(0, 0, 0) 1px 1px' })],
    ['a color that nothing shows', styled({ borderColor: 'rgb(0, 0, 0)' }, { borderColor: 'rgb(9, 9, 9)' }, EQUAL)],
    [
      'transparent colors',
      styled({ backgroundColor: 'rgba(0, 0, 0, 0)' }, { backgroundColor: 'rgba(255, 255, 255, 0)' }),
    ],
    ['another notation', styled({ color: 'rgb(10, 125, 79)' }, { color: 'oklch(0.52 0.12 157)' })],
    ['rounded lengths', styled({ fontSize: '16px' }, { fontSize: '16.01px' })],
    ['a translation', styled({ transform: 'none' }, { transform: 'matrix(1, 0, 0, 1, -50.4, 0)' })],
    ['a transparent shadow', styled({ boxShadow: 'none' }, { boxShadow: `${shadow}, ${shadow}` })],
    ['the name of a built font', styled({ fontFamily: '__Inter_a1b2c3' }, { fontFamily: '__Inter_d4e5f6' })],
    ['space around it', styled({ lineHeight: '24px', textAlign: 'start' }, { lineHeight: '25px', textAlign: 'left' })],
  ] as [string, Partial<AnnotationCase>][])('%s is none', (_, change) => {
    expect(outcomeOf(change)).toBe('unchanged');
  });
});

describe('a move that the comment asks for', () => {
  const move = { before: 3, after: 1, list: '/html/body/ul', isAsked: true, isLost: false };
  const at = (y: number) => ({ box: { x: 10, y, width: 100, height: 30 } });

  test('is a change although the look is equal', () => {
    const moved = { before: sighting(), after: sighting(at(60)), isMoved: true };
    expect(judge(moved)).toMatchObject({
      verdict: 'changed',
      evidence: { place: { before: { x: 10, y: 20 }, after: { x: 10, y: 60 } } },
    });
    expect(judge({ ...moved, isMoved: false }).verdict).toBe('unchanged');
  });

  test('went back where the accepted order is lost and the element is at its reported place', () => {
    const accepted = { reported: pin(at(120)), accepted: pin(at(20)), pixelsToReported: EQUAL, pixelsBetween: EQUAL };
    const lost = { ...move, before: 1, after: 3, isAsked: false, isLost: true };
    const judged = (y: number, order = lost) => judge({ after: sighting(at(y)), order, accepted }).verdict;
    expect(judged(120)).toBe('regressed');
    expect(judged(70)).toBe('changed');
    expect(judged(120, { ...lost, isLost: false })).toBe('changed');
  });
});

describe('an accepted look that is lost', () => {
  const looks = (
    reported: Partial<PinFacts>,
    accepted: Partial<PinFacts>,
    pixels: Partial<AnnotationCase['accepted']> = {},
  ) => ({
    reported: pin(reported),
    accepted: pin(accepted),
    pixelsToReported: null,
    pixelsBetween: null,
    ...pixels,
  });
  const buyNow = { before: sighting({ text: 'Buy now' }), accepted: looks({}, { text: 'Buy now' }) };
  const darker = {
    before: sighting({ styles: DARK }),
    accepted: looks({ styles: GRAY }, { styles: DARK }),
    pixels: difference(40),
  };
  const drawn = (pixelsToReported: PixelDifference | null) => ({
    pixels: difference(90),
    accepted: looks({}, {}, { pixelsBetween: difference(90), pixelsToReported }),
  });
  test.each([
    ['regressed', { ...buyNow, after: sighting() }],
    ['changed', { ...buyNow, after: sighting({ text: 'Order' }) }],
    ['unchanged', { ...buyNow, after: sighting({ text: 'Buy now' }) }],
    // Both properties were accepted; one alone is another change.
    [
      'changed',
      {
        before: sighting({ text: 'Buy now', styles: RED }),
        accepted: looks({}, { text: 'Buy now', styles: RED }),
        after: sighting({ styles: RED }),
      },
    ],
    ['regressed', { ...darker, after: sighting({ styles: GRAY }) }],
    // The gray text is back, but on a dark surface it is another look.
    ['changed', { ...darker, after: sighting({ styles: { ...GRAY, backgroundColor: 'rgb(17, 17, 17)' } }) }],
    ['changed', { ...darker, after: sighting({ styles: { ...GRAY, opacity: '0.5' } }) }],
    ['regressed', { ...darker, after: sighting({ styles: { ...GRAY, fontSize: '28px' } }) }],
    ['regressed', drawn(EQUAL)],
    // The height of lines is back, but not the drawing.
    [
      'changed',
      {
        ...drawn(difference(12)),
        accepted: looks({ styles: TALL }, {}, { pixelsBetween: difference(9), pixelsToReported: difference(12) }),
        after: sighting({ styles: TALL }),
      },
    ],
    ['changed', drawn(difference(12))],
    ['changed', drawn(null)],
    ['changed', { pixels: difference(9), accepted: looks({}, {}, { pixelsBetween: EQUAL, pixelsToReported: EQUAL }) }],
    ['page_unstable', { ...buyNow, after: sighting(), isVolatile: true }],
    ['regressed', { before: sighting({ state: 'orphaned', box: null }), accepted: looks({}, { state: 'orphaned' }) }],
    [
      'unchanged',
      {
        before: sighting({ state: 'orphaned', box: null }),
        after: sighting({ state: 'orphaned', box: null }),
        accepted: looks({}, { state: 'orphaned' }),
      },
    ],
    [
      'unchanged',
      {
        before: sighting({ state: 'moved', text: 'Rent' }),
        after: sighting({ state: 'moved', text: 'Rent' }),
        accepted: looks({}, { state: 'orphaned' }),
      },
    ],
    [
      'element_uncertain',
      {
        before: sighting({ state: 'moved', text: 'Rent' }),
        after: sighting({ state: 'moved' }),
        accepted: looks({}, { state: 'orphaned' }),
      },
    ],
    ['regressed', { before: sighting({ box: HIDDEN, styles: null }), accepted: looks({}, { state: 'orphaned' }) }],
    [
      'regressed',
      {
        before: sighting({ state: 'orphaned', box: null }),
        after: sighting({ styles: { ...STYLES, color: 'rgb(200, 0, 0)' } }),
        accepted: looks({}, { state: 'orphaned' }),
      },
    ],
    [
      'earlier_pin_not_bound',
      { before: sighting({ state: 'orphaned', box: null }), accepted: looks({ text: 'Old' }, { state: 'orphaned' }) },
    ],
  ] as [string, Partial<AnnotationCase>][])('%s', (verdict, change) => {
    expect(outcomeOf(change)).toBe(verdict);
  });
});

const anyPin = fc.record({
  state: fc.constantFrom('bound', 'rebound', 'moved', 'orphaned'),
  text: fc.constantFrom('Buy', 'Buy now', null),
  styles: fc.constantFrom(STYLES, RED, null),
});
const anyPicture = fc.record({
  browser: fc.constantFrom('Chrome/147', 'Chrome/148', null),
  isComplete: fc.constantFrom(true, true, false, null),
  status: fc.constantFrom(200, 200, 500, null),
});
const anySighting = fc
  .tuple(anyPin, anyPicture)
  .map(([change, picture]) => sighting(change as Partial<PinFacts>, picture));

test('whatever the captures are, a reason comes with unknown only, and equal looks never count as changed', () => {
  fc.assert(
    fc.property(fc.option(anySighting), fc.option(anySighting), fc.boolean(), (before, after, isVolatile) => {
      const { verdict, reason } = judge({ before, after, isVolatile });
      expect(reason === null).toBe(verdict !== 'unknown');
      const isSame = before && after && before.pin.text === after.pin.text;
      if (isSame) expect(['unchanged', 'gone', 'unknown']).toContain(verdict);
      if (before?.picture.browser !== after?.picture.browser) expect(verdict).toBe('unknown');
    }),
  );
});
