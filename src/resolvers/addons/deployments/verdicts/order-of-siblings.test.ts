import { describe, expect, test } from 'vitest';
import type { PageElement } from '../../../../infrastructure/capture/page-record.ts';
import { boxInPicture } from '../../../core/reanchoring/record-pins.ts';
import { effectOf } from './change-effect.ts';
import { NO_EVIDENCE } from './evidence.ts';
import { orderChange } from './order-of-siblings.ts';
import { namesOf } from './presence.ts';
import type { PinFacts } from './types.ts';

const STYLE = { color: 'rgb(0, 0, 0)' } as PageElement['style'];

interface Item {
  name: string;
  role?: string;
  box?: PageElement['box'];
}

const element = (xpath: string, text: string, box: PageElement['box'], className = ''): PageElement => ({
  selector: xpath,
  xpath,
  tag: xpath.split('/').at(-1)?.replace(/\[.*/, '') ?? '',
  id: '',
  classes: className ? [className] : [],
  text,
  box,
  style: STYLE,
});

/** A page with a list of people, below a heading of the same kind of elements. */
const team = (items: readonly (string | Item)[], { rows = true, list = '/html/body/main/ul' } = {}) => {
  const cards = items.map((item) => (typeof item === 'string' ? { name: item } : item));
  return {
    elements: [
      element('/html/body/main', cards.map(({ name }) => name).join(' '), [0, 0, 800, 600]),
      element(list, cards.map(({ name }) => name).join(' '), [0, 100, 800, 400]),
      ...cards.flatMap(({ name, role = 'baker', box }, i) => {
        const [x, y, width, height] = box ?? (rows ? [0, 100 + 50 * i, 800, 50] : [200 * i, 100, 200, 50]);
        return [
          element(`${list}/li[${i + 1}]`, `${name} ${role}`, [x, y, width, height], 'person'),
          element(`${list}/li[${i + 1}]/h3`, name, [x + 4, y + 4, width - 8, 20]),
          element(`${list}/li[${i + 1}]/p`, role, [x + 4, y + 26, width - 8, 20]),
        ];
      }),
    ],
  };
};
type Page = ReturnType<typeof team>;

const pinOn = (page: Page, find: (element: PageElement) => boolean): PinFacts => {
  const found = page.elements.find(find);
  if (!found) throw new Error('no such element');
  const [x, y, width, height] = found.box;
  const box = boxInPicture({ x, y, width, height }, {});
  return { state: 'bound', confidence: 0.97, box, text: found.text, styles: found.style };
};
const ON = {
  item: ({ tag, text }: PageElement) => tag === 'li' && text.startsWith('Mara'),
  name: ({ tag, text }: PageElement) => tag === 'h3' && text === 'Mara',
  list: ({ tag }: PageElement) => tag === 'ul',
};

function change(comment: string, before: Page, after: Page, on: keyof typeof ON = 'item', isAccepted = false) {
  const pins = { before: pinOn(before, ON[on]), after: pinOn(after, ON[on]) };
  return orderChange(comment, pins, { baseline: before, comparison: after }, isAccepted);
}
const outcome = (comment: string, before: Page, after: Page, on: keyof typeof ON = 'item') => {
  const order = change(comment, before, after, on);
  if (!order) return 'unchanged';
  const [one, other] = [pinOn(before, ON[on]), pinOn(after, ON[on])];
  const names = namesOf(one, before);
  return effectOf({ comment, verdict: 'changed', before: one, after: other, evidence: NO_EVIDENCE, order, names });
};

const BEFORE = team(['Tom', 'Ida', 'Mara', 'Paul']);
const FIRST = team(['Mara', 'Tom', 'Ida', 'Paul']);
const LAST = team(['Tom', 'Ida', 'Paul', 'Mara']);
const SECOND = team(['Tom', 'Mara', 'Ida', 'Paul']);

describe('a comment asks for a place in a list', () => {
  test.each([
    ['Mara should come first', FIRST],
    ['This should be first', FIRST],
    ['Please move this to the top', FIRST],
    ['Put the baker called mara first', FIRST],
    ['Wrong order, Mara should be at the top', FIRST],
    ['Put "Mara" at the top of the list', FIRST],
    ['She has to be listed first, please', FIRST],
    ['Mara soll an erster Stelle stehen', FIRST],
    ['Bitte ganz nach oben', FIRST],
    ['Mara muss als Erste kommen', FIRST],
    ['Könnt ihr Mara an den Anfang setzen?', FIRST],
    ['Mara doit être en premier', FIRST],
    ['Il faut mettre « Mara » tout en haut', FIRST],
    ['Mara debe ir en primer lugar', FIRST],
    ['Por favor, poner a Mara al principio', FIRST],
    ['「Mara」を最初に表示してください', FIRST],
    ['これを一番上にしてください', FIRST],
    ['Mara should come last', LAST],
    ['Move this to the end', LAST],
    ['Bitte ganz ans Ende', LAST],
    ['Mara doit être à la fin', LAST],
    ['Mara debe ir al final', LAST],
    ['最後にしてください', LAST],
    ['Move Mara above Ida', SECOND],
    ['Mara should be before "Ida"', SECOND],
    ['Mara soll vor Ida stehen', SECOND],
    ['Mara doit être avant Ida', SECOND],
    ['Mara debe estar antes de Ida', SECOND],
    ['Mara を「Ida」の前に移動してください', SECOND],
    ['This should be below Paul', LAST],
    ['Please move this up', SECOND],
    ['Bitte weiter nach oben', SECOND],
    ['Move this further down', LAST],
  ])('%s', (comment, after) => {
    for (const on of ['item', 'name'] as const) {
      expect(outcome(comment, BEFORE, after, on)).toBe('does_it');
      expect(outcome(comment, BEFORE, BEFORE, on)).toBe('unchanged');
    }
    const otherwise = after === LAST ? FIRST : LAST;
    expect(outcome(comment, BEFORE, otherwise)).toBe('changed_otherwise');
  });

  test('of an item that a comment on the list names', () => {
    expect(outcome('Mara should come first', BEFORE, FIRST, 'list')).toBe('does_it');
    expect(outcome('Mara should come first', BEFORE, team(['Ida', 'Tom', 'Mara', 'Paul']), 'list')).toBe('unchanged');
    expect(outcome('The order is wrong, should be sorted', BEFORE, FIRST, 'list')).toBe('unchanged');
  });

  test('as it is shown, whatever the order in the document', () => {
    const across = team(['Tom', 'Ida', 'Mara'], { rows: false });
    const box = (i: number): PageElement['box'] => [200 * i, 100, 200, 50];
    const reordered = team([
      { name: 'Tom', box: box(1) },
      { name: 'Ida', box: box(2) },
      { name: 'Mara', box: box(0) },
    ]);
    expect(outcome('Mara should come first', across, reordered)).toBe('does_it');
    expect(outcome('Mara should be above Tom', across, reordered)).toBe('changed_otherwise');
  });

  test('from right to left where the texts are', () => {
    const hebrew = (names: string[]) =>
      team(
        names.map((name, i) => ({ name, role: 'אופה', box: [600 - 200 * i, 100, 200, 50] as PageElement['box'] })),
        { rows: false },
      );
    const [before, after] = [hebrew(['תום', 'עידה', 'Mara מרה']), hebrew(['Mara מרה', 'תום', 'עידה'])];
    expect(outcome('Mara should come first', before, after)).toBe('does_it');
  });
});

describe('not every move answers it', () => {
  test.each([
    ['no order is asked for', 'Mara should smile', FIRST, 'unchanged'],
    ['the place is not named', 'The order is wrong here, please fix it', FIRST, 'changed_otherwise'],
    ['a new item came before it', 'Mara should come first', team(['Eva', 'Tom', 'Ida', 'Mara', 'Paul']), 'unchanged'],
    ['a new item is first', 'Mara should come first', team(['Eva', 'Mara', 'Tom', 'Ida', 'Paul']), 'changed_otherwise'],
    ['others changed places', 'Mara should come first', team(['Ida', 'Tom', 'Mara', 'Paul']), 'unchanged'],
    [
      'the list moved',
      'Mara should come first',
      team(['Tom', 'Ida', 'Mara', 'Paul'], { list: '/html/body/aside/ul' }),
      'unchanged',
    ],
    ['another one is meant', 'Tom should come last', FIRST, 'changed_otherwise'],
    ['more is asked for', 'Mara should come first, and she should smile', FIRST, 'changed_otherwise'],
    ['it must not', 'Mara should not come first', FIRST, 'changed_otherwise'],
    ['it is a doubt', 'Not sure whether Mara should come first', FIRST, 'changed_otherwise'],
    ['it depends', 'If she agrees, Mara should come first', FIRST, 'changed_otherwise'],
    ['others shall follow', 'Mara should come first, then the others', FIRST, 'changed_otherwise'],
    ['the page is meant', 'Mara should be at the top of the page', FIRST, 'unchanged'],
    ['a text is meant', 'Should say "Mara first"', FIRST, 'unchanged'],
    ['a name is meant', 'Please show the first name', FIRST, 'unchanged'],
    ['another one is named', 'Könnt ihr Tom an den Anfang setzen?', FIRST, 'changed_otherwise'],
    [
      'another one is described',
      'Put the butcher first',
      team(['Mara', { name: 'Tom', role: 'butcher' }, 'Ida', 'Paul']),
      'changed_otherwise',
    ],
    ['two are named', 'Mara and Tom should come first', FIRST, 'changed_otherwise'],
    ['a space is asked for', 'Put a space before Ida', SECOND, 'unchanged'],
    ['a comma is asked for', 'Bitte ein Komma vor Ida hinzufügen', SECOND, 'unchanged'],
    ['steps are listed', 'First, make it red', FIRST, 'unchanged'],
    ['steps are listed in German', 'Zuerst, bitte rot machen', FIRST, 'unchanged'],
    ['a check is asked for', '最初に確認してください', FIRST, 'unchanged'],
    ['it shall be left', 'Move this to the left', FIRST, 'changed_otherwise'],
  ])('%s', (_what, comment, after, expected) => {
    expect(outcome(comment, BEFORE, after)).toBe(expected);
  });

  test('a card whose part is first moves as a whole', () => {
    // Name and role are like parts of each card, in the order that the comment names.
    const lines = (names: string[]) => ({
      elements: names.flatMap((name, i) => [
        element(`/html/body/div[${i + 1}]`, `${name} baker`, [0, 100 * i, 800, 100], 'card'),
        element(`/html/body/div[${i + 1}]/p[1]`, name, [0, 100 * i, 800, 50]),
        element(`/html/body/div[${i + 1}]/p[2]`, 'baker', [0, 100 * i + 50, 800, 50]),
      ]),
    });
    const [before, after] = [lines(['Tom', 'Mara']), lines(['Mara', 'Tom'])];
    const on = ({ text }: PageElement) => text === 'Mara';
    const pins = { before: pinOn(before, on), after: pinOn(after, on) };
    const pages = { baseline: before, comparison: after };
    expect(orderChange('Mara should come first', pins, pages, false)).toMatchObject({
      before: 2,
      after: 1,
      isAsked: true,
    });
  });

  test('an accepted place counts until it is lost', () => {
    expect(change('Mara should come first', FIRST, FIRST, 'item', true)).toBeNull();
    expect(change('Mara should come first', FIRST, team(['Mara', 'Paul', 'Tom', 'Ida']), 'item', true)).toBeNull();
    expect(change('Mara should come first', FIRST, BEFORE, 'item', true)).toMatchObject({ after: 3, isAsked: false });
  });
});
