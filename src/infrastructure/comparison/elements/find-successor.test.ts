import { expect, test } from 'vitest';
import type { ElementStyle, PageElement } from '../../capture/page-record.ts';
import { hasSuccessor } from './find-successor.ts';

const STYLE: ElementStyle = {
  color: 'rgb(0, 0, 0)',
  backgroundColor: 'rgba(0, 0, 0, 0)',
  borderColor: 'rgb(0, 0, 0)',
  fontSize: '16px',
  fontWeight: '400',
  fontFamily: 'serif',
  opacity: '1',
};

/** A tree of `tag.class` names: a text, or children. */
type Tree = [name: string, content?: string | Tree[], style?: Partial<ElementStyle>];

function record(trees: Tree[]): PageElement[] {
  const elements: PageElement[] = [];
  const draw = (siblings: Tree[], parent: string): string[] =>
    siblings.map(([name, content = '', style = {}], index) => {
      const [tag = '', ...classes] = name.split('.');
      const same = siblings.filter(([other]) => other.split('.')[0] === tag);
      const nth = siblings.slice(0, index + 1).filter(([other]) => other.split('.')[0] === tag).length;
      const xpath = `${parent}/${tag}${same.length > 1 ? `[${nth}]` : ''}`;
      const element: PageElement = {
        selector: xpath,
        xpath,
        tag,
        id: '',
        classes,
        text: '',
        box: [0, 0, 10, 10],
        style: { ...STYLE, ...style },
      };
      elements.push(element);
      element.text = typeof content === 'string' ? content : draw(content, xpath).join(' ').trim();
      return element.text;
    });
  draw([['body', trees]], '/html');
  return elements;
}

const card = (name: string, price: string, button: string | null = 'Add to cart'): Tree => [
  'article.card',
  [['h3', name], ['p.price', price], ...(button === null ? [] : [['button.buy', button] as Tree])],
];
const SHOP: Tree[] = [
  ['h1', 'Outdoor shop'],
  ['p.note', 'All prices include taxes.'],
  ['main', [card('Trail', '49 €'), card('Summit', '89 €'), card('River', '59 €')]],
  ['footer', [['p', 'Imprint and privacy']]],
];
const shop = (change: (trees: Tree[]) => Tree[]) => record(change(structuredClone(SHOP)));
const main = (...cards: Tree[]) => shop(([h1, note, , footer]) => [h1, note, ['main', cards], footer] as Tree[]);
const successor = (find: (element: PageElement) => boolean, after: PageElement[], before = record(SHOP)) => {
  const element = before.find(find);
  if (!element) throw new Error('no such element');
  return hasSuccessor(element, before, after);
};
const isNote = ({ text }: PageElement) => text === 'All prices include taxes.';
const isSummit = ({ tag, text }: PageElement) => tag === 'article' && text.startsWith('Summit');
const isButton = ({ xpath }: PageElement) => xpath.endsWith('article[2]/button');

test.each<[boolean, string, (element: PageElement) => boolean, PageElement[]]>([
  [false, 'a removed paragraph', isNote, shop(([h1, , ...rest]) => [h1, ...rest] as Tree[])],
  [
    false,
    'a paragraph replaced by a picture',
    isNote,
    shop(([h1, , ...rest]) => [h1, ['img.banner', 'Autumn sale'], ...rest] as Tree[]),
  ],
  [false, 'a removed card beside similar ones', isSummit, main(card('Trail', '49 €'), card('River', '59 €'))],
  [
    false,
    'a button that one of like cards lost',
    isButton,
    main(card('Trail', '49 €'), card('Summit', '89 €', null), card('River', '59 €')),
  ],
  [
    false,
    'a removed card while another one is reworded',
    isSummit,
    main(card('Trail', '49 €'), card('River of the north', '59 €')),
  ],
  [
    true,
    'a moved and reworded paragraph',
    isNote,
    shop(([h1, , ...rest]) => [h1, ...rest, ['section', [['div.hint', 'All our prices include all taxes']]]] as Tree[]),
  ],
  [
    true,
    'a paragraph with another text in its place',
    isNote,
    shop(([h1, , ...rest]) => [h1, ['p.note', 'Free delivery'], ...rest] as Tree[]),
  ],
  [
    true,
    'a new text of other names in its place',
    isNote,
    shop(([h1, , ...rest]) => [h1, ['div.promo', 'Free delivery'], ...rest] as Tree[]),
  ],
  [
    true,
    'a text that became part of another one',
    isNote,
    shop(([h1, , ...rest]) => [h1, ...rest, ['small', 'All prices include taxes. Free delivery.']] as Tree[]),
  ],
  [
    true,
    'a new card beside a lost one',
    isSummit,
    main(card('Trail', '49 €'), card('Peak', '120 €'), card('River', '59 €')),
  ],
  [true, 'a button that moved with its card', isButton, main(card('Summit', '89 €'), card('Trail', '49 €'))],
])('%s: %s', (expected, _, find, after) => {
  expect(successor(find, after)).toBe(expected);
});

test('a reworded button of new names in a card of the same words may be the earlier one', () => {
  const texts = ['Wool blanket, gray', 'Linen pillow, two sizes', 'Cotton sheet, white'];
  const tiles = texts.map(
    (text): Tree => [
      'div.tile',
      [
        ['p', text],
        ['span.price', '35 €'],
        ['button', 'View'],
      ],
    ],
  );
  const rows = (labels: readonly string[]) =>
    texts.map((text, index): Tree => {
      const buy: Tree[] = labels[index] ? [['button.cta', labels[index]]] : [];
      return [
        'li.row',
        [
          ['div.text', [['p', text]]],
          ['div.buy', [['span.amount', '35 €'], ...buy]],
        ],
      ];
    });
  const isView = ({ xpath }: PageElement) => xpath.endsWith('div[2]/button');
  const before = record([['main', tiles]]);
  expect(successor(isView, record([['ul', rows(['Buy', 'Buy', 'Buy'])]]), before)).toBe(true);
  expect(successor(isView, record([['ul', rows(['Buy', '', 'Buy'])]]), before)).toBe(false);
});

test('one of equal elements is never said to be absent', () => {
  const list = (count: number): PageElement[] =>
    record([['ul', Array.from({ length: count }, (): Tree => ['li', [['a.more', 'Read more']]])]]);
  expect(successor(({ xpath }) => xpath.endsWith('li[2]/a'), list(2), list(3))).toBe(true);
});

test('a paragraph that a redesign removed, which puts each card in a shelf of another name, is gone', () => {
  const grid = (head: Tree[], cards: Tree[]) =>
    record([
      [
        'main',
        [
          ['div.head', head],
          ['div.grid', cards],
        ],
      ],
    ]);
  const [trail, summit] = ['Trail, a light tent for one person', 'Summit, a warm tent for two people'];
  const cards = [card(trail, '49 €'), card(summit, '89 €')];
  const before = grid(
    [
      ['h2', 'Tents'],
      ['p', 'Made in March, until they are gone.'],
    ],
    cards,
  );
  const shelves = [card(summit, '89 €', 'Buy'), card(trail, '49 €', 'Buy')].map(
    ([, content]): Tree => ['div.shelf', [['article.tile', content]]],
  );
  const isPromise = ({ text }: PageElement) => text.startsWith('Made in March');
  expect(successor(isPromise, grid([['h2', 'Tents']], shelves), before)).toBe(false);
  const reworded = grid([['h2', 'Tents']], [...shelves, ['div.shelf', 'Sold until the summer']]);
  expect(successor(isPromise, reworded, before)).toBe(true);
});
