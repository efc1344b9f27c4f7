import { describe, expect, test } from 'vitest';
import type { PageElement } from '../../../../infrastructure/capture/page-record.ts';
import { boxInPicture } from '../../../core/reanchoring/record-pins.ts';
import { hasMoved, isAboutPlace } from './place-of-element.ts';
import type { PinFacts } from './types.ts';

type Box = PageElement['box'];
const STYLE = { color: 'rgb(0, 0, 0)' } as PageElement['style'];
const element = (xpath: string, text: string, box: Box): PageElement => ({
  selector: xpath,
  xpath,
  tag: xpath.split('/').at(-1)?.replace(/\[.*/, '') ?? '',
  id: '',
  classes: [],
  text,
  box,
  style: STYLE,
});

const PLACES = {
  title: [20, 20, 400, 40],
  lead: [20, 80, 400, 20],
  button: [20, 120, 120, 40],
  note: [20, 180, 400, 20],
};

/** A column of a title, a lead, a button and a note. */
const page = (places: Partial<Record<keyof typeof PLACES, Box>> = {}, extra: PageElement[] = []) => {
  const { title, lead, button, note } = { ...PLACES, ...places } as Record<keyof typeof PLACES, Box>;
  return {
    elements: [
      element('/html/body/main', 'Fresh bread Every morning Order Closed on Monday', [0, 0, 800, 600]),
      element('/html/body/main/h1', 'Fresh bread', title),
      element('/html/body/main/p[1]', 'Every morning', lead),
      element('/html/body/main/button', 'Order', button),
      element('/html/body/main/p[2]', 'Closed on Monday', note),
      ...extra,
    ],
  };
};
type Page = ReturnType<typeof page>;

const pinOn = ({ elements }: Page): PinFacts => {
  const found = elements.find(({ tag }) => tag === 'button');
  if (!found) throw new Error('The page has no button.');
  const [x, y, width, height] = found.box;
  const box = boxInPicture({ x, y, width, height }, {});
  return { state: 'bound', confidence: 0.97, box, text: found.text, styles: found.style };
};
const isMoved = (before: Page, after: Page, comment = 'Another place please') =>
  hasMoved(comment, { before: pinOn(before), after: pinOn(after) }, { baseline: before, comparison: after });

describe('an element moved in its surroundings', () => {
  test.each([
    ['to the center', page({ button: [340, 120, 120, 40] })],
    ['with more space above', page({ button: [20, 140, 120, 40], note: [20, 200, 400, 20] })],
    ['nearer to the note', page({ button: [20, 130, 120, 40] })],
    ['above the lead', page({ button: [20, 70, 120, 40], lead: [20, 120, 400, 20] })],
    ['below the note', page({ note: [20, 120, 400, 20], button: [20, 160, 120, 40] })],
  ])('%s', (_how, after) => {
    expect(isMoved(page(), after)).toBe(true);
  });
});

describe('an element did not move in its surroundings', () => {
  const down = (by: number): Page =>
    page(
      Object.fromEntries(
        Object.entries(PLACES).map(([name, [x = 0, y = 0, w = 0, h = 0]]) => [name, [x, y + by, w, h]]),
      ),
    );
  test.each([
    ['nothing moved', page()],
    ['a banner moved all of them', down(60)],
    ['rounding', page({ button: [20, 121, 120, 40] })],
    [
      'a new line came between',
      page({ button: [20, 150, 120, 40], note: [20, 210, 400, 20] }, [
        element('/html/body/main/p[3]', 'New in May', [20, 110, 400, 20]),
      ]),
    ],
  ])('%s', (_how, after) => {
    expect(isMoved(page(), after)).toBe(false);
  });
});

describe('surroundings that moved alone', () => {
  const farther = page({ note: [20, 200, 400, 20] });
  const replaced = page({ lead: [20, 180, 400, 20], note: [20, 80, 400, 20] });
  test.each(['Center this', 'Swap with the lead', 'Bitte zentrieren', 'Centrado', '中央に揃えてください'])(
    'do not answer: %s',
    (comment) => {
      for (const after of [farther, replaced]) expect(isMoved(page(), after, comment)).toBe(false);
    },
  );

  test.each(['More space below', 'Mehr Abstand', 'Plus d’espace en dessous', 'Más espacio', '余白をもっと広く'])(
    'may answer: %s',
    (comment) => {
      expect(isMoved(page(), farther, comment)).toBe(true);
    },
  );
});

test('an element moved that changed places with a sibling of another width', () => {
  const row = (order: readonly (readonly [text: string, width: number])[]): Page => ({
    elements: order.map(([text, width], index) => {
      const left = order.slice(0, index).reduce((sum, [, wide]) => sum + wide + 16, 20);
      return element(text === 'Fleet' ? `/html/body/nav/button` : `/html/body/nav/a[${index + 1}]`, text, [
        left,
        10,
        width,
        20,
      ]);
    }),
  });
  const [fleet, rates, faq] = [
    ['Fleet', 40],
    ['Rates', 46],
    ['Questions', 70],
  ] as const;
  expect(isMoved(row([fleet, rates, faq]), row([rates, fleet, faq]), 'Swap with Rates')).toBe(true);
  expect(isMoved(row([rates, fleet, faq]), row([['Rates and dates', 110], fleet, faq]), 'Swap with Rates')).toBe(false);
});

test.each([
  'Center this',
  'More space above please',
  'Put this higher',
  'Team should be second',
  'Too close to the edge',
  'Bitte zentrieren',
  'Mehr Abstand nach oben',
  'Kann das weiter nach rechts?',
  'À centrer svp',
  'Plus d’espace au-dessus',
  'Más espacio arriba',
  'Mover a la derecha',
  '中央に揃えてください',
  '余白をもっと広く',
])('a comment is about the place: %s', (comment) => {
  expect(isAboutPlace(comment)).toBe(true);
});

test.each([
  'Make it red',
  'Should say "Order"',
  'The price is 49 €',
  'Bitte größer',
  'En gras svp',
  'En rojo',
  '赤にしてください',
  'The sign up button is too pale',
  'The order button should be green',
])('a comment is not: %s', (comment) => {
  expect(isAboutPlace(comment)).toBe(false);
});
