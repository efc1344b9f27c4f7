import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { bundleEngine } from '../../support/client-bundle.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  const [launched, engine] = await Promise.all([launchBrowser(), bundleEngine()]);
  browser = launched;
  page = await browser.newPage();
  await page.goto('about:blank');
  await page.evaluate(engine.replace(/^(?:"use strict";)?var pin=/, 'window.pin='));
});
afterAll(() => browser?.close());

/**
 * Page code that shows a page and moves the marks `m` to properties, which the engine cannot see.
 */
const SHOW = `const show = (html) => {
  document.body.innerHTML = '<header><a href="/">Acme</a></header><main>' + html + '</main><footer><a href="/imprint">Imprint</a></footer>';
  for (const element of document.querySelectorAll('[m]')) { element.mark = element.getAttribute('m'); element.removeAttribute('m'); }
  return [...document.querySelectorAll('*')].filter(({ mark }) => mark);
};
const keep = (element) => JSON.parse(JSON.stringify(pin.fingerprint(element)));`;

/** Pins every marked element of a page alone, shows the next page, and returns the results. */
async function follow(before: string, after: string): Promise<{ right: string[]; wrong: string[]; unbound: string[] }> {
  return (await page.evaluate(`{ ${SHOW}
    const pins = show(${JSON.stringify(before)}).map((element) => [element.mark, keep(element)]);
    const there = new Set(show(${JSON.stringify(after)}).map(({ mark }) => mark));
    const found = { right: [], wrong: [], unbound: [] };
    for (const [mark, stored] of pins) {
      const [{ state, element }] = pin.locate(document, [pin.readPin(stored)]);
      if (state !== 'bound') { if (there.has(mark)) found.unbound.push(mark); continue; }
      if (element.mark === mark) found.right.push(mark);
      else found.wrong.push(mark + ' is bound to ' + element.mark);
    }
    found }`)) as { right: string[]; wrong: string[]; unbound: string[] };
}

type User = readonly [id: string, name: string, email: string, state: string];
const USERS: readonly User[] = [
  ['1', 'Ann Lee', 'ann.lee@example.com', 'Active'],
  ['2', 'Robert Raymond', 'robert@example.com', 'Invited'],
  ['3', 'Cidney Moessner', 'cid@example.com', 'Active'],
  ['4', 'Daniela Poe', 'dani@example.com', 'Suspended'],
  ['5', 'Eve Foxworth', 'eve@example.com', 'Active'],
];
const OTHERS: readonly User[] = [
  ['6', 'Fay Kimball', 'fay@example.com', 'Active'],
  ['7', 'Gustav Lowell', 'gus@example.com', 'Closed'],
  ['8', 'Hal Moore', 'hal@example.com', 'Active'],
  ['9', 'Ida Norton', 'ida@example.com', 'Suspended'],
  ['10', 'Jonas Ohlson', 'jonas@example.com', 'Active'],
];
const icon = (mark: string) => `<svg m="${mark}" class="icon" width="12" height="12"><path d="M0 0L9 9"/></svg>`;
const BUTTONS: Record<string, (id: string) => string> = {
  texts: (id) => `<button m="edit${id}" class="btn">Edit</button> <button m="delete${id}" class="btn">Delete</button>`,
  icons: (id) => `<button m="edit${id}" aria-label="Edit">${icon(`pen${id}`)}</button>`,
};
const cellsOf = ([id, name, email, state]: User, tag: string, actions: string) =>
  [`m="name${id}">${name}`, `m="email${id}">${email}`, `m="state${id}">${state}`, `>${actions}`]
    .map((cell) => `<${tag} ${cell}</${tag}>`)
    .join('');
const TABLES: Record<string, (users: readonly User[], buttons: string) => string> = {
  table: (users, buttons) =>
    `<table>${users.map((user) => `<tr m="row${user[0]}">${cellsOf(user, 'td', BUTTONS[buttons]?.(user[0]) ?? '')}</tr>`).join('')}</table>`,
  grid: (users, buttons) =>
    `<div>${users.map((user) => `<div m="row${user[0]}">${cellsOf(user, 'div', BUTTONS[buttons]?.(user[0]) ?? '')}</div>`).join('')}</div>`,
};

describe.each([
  ['table', 'texts'],
  ['table', 'icons'],
  ['grid', 'texts'],
  ['grid', 'icons'],
])('rows of a %s with buttons of %s', (kind, buttons) => {
  const shown = (users: readonly User[]) => TABLES[kind]?.(users, buttons) ?? '';

  test.each<[string, readonly User[]]>([
    ['sorted the other way', [...USERS].reverse()],
    ['without the second row', USERS.filter(([id]) => id !== '2')],
    ['with a row before', [OTHERS[0] as User, ...USERS]],
  ])('%s: each pin stays on its row', async (_, after) => {
    const { right, wrong, unbound } = await follow(shown(USERS), shown(after));
    expect(wrong).toEqual([]);
    expect(unbound.length).toBeLessThan(3);
    expect(right.length).toBeGreaterThan(20);
  });

  test('replaced by another page of the list: nothing is bound', async () => {
    expect(await follow(shown(USERS), shown(OTHERS))).toEqual({ right: [], wrong: [], unbound: [] });
  });
});

const GOODS = [
  ['1', 'Chair', '49', 'Sale'],
  ['2', 'Table', '129', 'New'],
  ['3', 'Lamp', '29', 'Sale'],
  ['4', 'Sofa', '499', 'New'],
] as const;
const SLOGANS: Record<string, string> = {
  1: 'Sturdy oak, oiled by hand, for kitchens and halls',
  2: 'Seats eight, folds into the corner of a small room',
  3: 'Warm light from a shade of folded paper',
  4: 'Deep cushions under washable linen covers',
  9: 'Beeswax from the valley, burns for forty hours',
};
const shop = (goods: readonly (readonly [string, string, string, string])[]) =>
  `<p m="count">${goods.length} products</p>${goods
    .map(
      ([
        id,
        name,
        price,
        flag,
      ]) => `<article m="card${id}"><h3 m="title${id}">${name}</h3><span m="price${id}">${price} €</span>
        <span m="flag${id}">${flag}</span>
        <p>${SLOGANS[id]}</p><button m="buy${id}">Add to cart</button>
        <button m="wish${id}" aria-label="Add to wishlist"><svg m="heart${id}" width="9" height="9"><path d="M0 0L9 9"/></svg></button></article>`,
    )
    .join('')}`;

describe('a card of a shop', () => {
  test.each<[string, readonly (readonly [string, string, string, string])[]]>([
    ['sorted by price', [...GOODS].sort((a, b) => Number(a[2]) - Number(b[2]))],
    ['without the second', GOODS.filter(([id]) => id !== '2')],
    [
      'with other prices',
      GOODS.map(([id, name, price, flag]) => [id, name, String(Number(price) - 10), flag] as const),
    ],
    ['with the third replaced', GOODS.map((one) => (one[0] === '3' ? ['9', 'Candle', '12', 'Sale'] : one))],
  ])('%s: icons and buttons stay with their products', async (_, after) => {
    const { right, wrong, unbound } = await follow(shop(GOODS), shop(after));
    expect(wrong).toEqual([]);
    expect(unbound).toEqual([]);
    expect(right.length).toBeGreaterThan(18);
  });

  test('is not bound to a placeholder', async () => {
    const empty = GOODS.map((_, i) => `<article m="empty${i}"><h3 m="line${i}"></h3><span></span></article>`).join('');
    expect((await follow(shop(GOODS), `<p m="none"></p>${empty}`)).wrong).toEqual([]);
  });
});

const FIELDS = ['First name', 'Company', 'Street and number', 'City', 'Phone'];
const FORMS: Record<string, (labels: readonly string[]) => string> = {
  'around them': (labels) => labels.map((label) => `<label>${label} <input m="${label}"></label>`).join(''),
  'of counted ids': (labels) =>
    labels
      .map((label, i) => `<div><label for=":r${i}:">${label}</label><input id=":r${i}:" m="${label}"></div>`)
      .join(''),
};

describe.each(Object.keys(FORMS))('fields with labels %s', (kind) => {
  const form = (labels: readonly string[]) => `<form>${FORMS[kind]?.(labels)}</form>`;

  test.each<[string, readonly string[]]>([
    ['one was removed', FIELDS.filter((label) => label !== 'Company')],
    ['one was inserted before', ['Salutation', ...FIELDS]],
    ['they were reordered', ['First name', 'Street and number', 'City', 'Company', 'Phone']],
  ])('are identified by them when %s', async (_, after) => {
    const { right, wrong, unbound } = await follow(form(FIELDS), form(after));
    expect({ wrong, unbound }).toEqual({ wrong: [], unbound: [] });
    expect(right).toHaveLength(FIELDS.filter((label) => after.includes(label)).length);
  });
});

describe('another element at the same position', () => {
  test.each([
    ['the field of the next step', '<input m="a" name="street">', '<input m="b" name="card">'],
    [
      'the number of another label',
      stat('a', 'Orders', '12') + stat('b', 'Returns', '3'),
      stat('a', 'Orders', '3') + stat('b', 'Returns', '12'),
    ],
    ['another episode', list('Episode 5', 'Episode 4', 'Episode 3'), list('Episode 8', 'Episode 7', 'Episode 6')],
    ['another comment', comments('Ann', 'Bob', 'Cid'), comments('Bob', 'Cid', 'Dan')],
    ['another item of a list', list('Milk', 'Eggs', 'Bread'), list('Eggs', 'Bread', 'Tea')],
  ])('is not bound: %s', async (_, before, after) => {
    expect((await follow(before, after)).wrong).toEqual([]);
  });
});

function stat(mark: string, label: string, value: string): string {
  return `<div><span>${label}</span><strong m="${mark}">${value}</strong></div>`;
}

function comments(...names: string[]): string {
  return list(...names.map((name) => `${name} commented on your post`));
}

function list(...items: string[]): string {
  return `<ul>${items.map((item) => `<li m="${item} item"><span m="${item}">${item}</span> <button>Open</button></li>`).join('')}</ul>`;
}

test('a pin that moved to another element is not bound while the first one exists', async () => {
  const table = (users: readonly User[]) => TABLES.table?.(users, 'texts') ?? '';
  const [robert, ida] = [USERS.slice(1, 2), OTHERS.slice(3, 4)];
  const found = await page.evaluate(`{ ${SHOW}
    const [first] = show(${JSON.stringify(table(robert))}).filter(({ mark }) => mark === 'name2').map(keep);
    const [later] = show(${JSON.stringify(table(ida))}).filter(({ mark }) => mark === 'name9').map(keep);
    const stateIn = (html) => { show(html); const [{ state, candidates }] = pin.locate(document, [pin.readPin([later, first])]);
      return [state, candidates.map(({ element }) => element.mark)]; };
    ({ both: stateIn(${JSON.stringify(table([...robert, ...ida]))}), later: stateIn(${JSON.stringify(table(ida))}) }) }`);
  expect(found).toEqual({ both: ['moved', ['name2', 'name9']], later: ['bound', ['name9']] });
});

const PRINTER = 'Fix the network printer';
const tasks = (...all: string[]) => `<ul><li>${all.join('</li><li>')}</li></ul>`;
const marked = (mark: string) => `<b m="${mark}">${PRINTER}</b>`;
const headings = (cells: string, mark: string) => `<tr m="${mark}">${cells}</tr>`;
const CELLS = '<th>Name</th><th>Office</th>';
const BODY = '<tbody><tr><td>Ann</td><td>Rome</td></tr></tbody>';
const alert = (kind: string) => `<div m="${kind}">A simple ${kind} alert with an example. Give it a click.</div>`;
const labeled = (label: string) => `<div><label m="${label}">${label} name</label><input name="${label}"></div>`;
const icons = (...names: string[]) =>
  `<h3>Tools</h3><ul>${names.map((name) => `<li><i class="fab fa-${name}" m="${name}"></i></li>`).join('')}</ul>`;

describe('a deleted element is not bound to a remaining one', () => {
  test.each<[string, string, string]>([
    [
      'one of two equal tasks',
      tasks('Plan', marked('first'), 'Copy backups', 'Call Ann', marked('second'), 'Order food'),
      tasks('Plan', 'Copy backups', 'Call Ann', marked('left'), 'Order food'),
    ],
    [
      'the foot of a table with the headings of its head',
      `<table><thead>${headings(CELLS, 'head')}</thead>${BODY}<tfoot>${headings(CELLS, 'foot')}</tfoot></table>`,
      `<table><thead>${headings(CELLS, 'left')}</thead>${BODY}</table>`,
    ],
    ['one of several notices', ['red', 'info', 'light'].map(alert).join(''), ['red', 'light'].map(alert).join('')],
    ['a label', `<form>${['first', 'last'].map(labeled).join('')}</form>`, `<form>${labeled('last')}</form>`],
    [
      'a link of a menu',
      '<nav><ul><li m="home">Home</li><li>Company</li><li>Blog</li></ul></nav>',
      '<nav><ul><li m="about">About us</li><li>Company</li><li>Blog</li></ul></nav>',
    ],
    ['an icon', icons('html5', 'sass', 'grunt'), icons('html5', 'wordpress', 'grunt')],
  ])('%s', async (_, before, after) => {
    expect((await follow(before, after)).wrong).toEqual([]);
  });

  test('while remaining elements are bound, though similar ones were deleted', async () => {
    const rows = (...names: string[]) =>
      `<ul>${names.map((name) => `<li><b>${name}</b> <button m="${name}">Open</button></li>`).join('')}</ul>`;
    const { right, wrong, unbound } = await follow(rows('Oak', 'Elm', 'Ash'), rows('Oak', 'Ash'));
    expect({ right, wrong, unbound }).toEqual({ right: ['Oak', 'Ash'], wrong: [], unbound: [] });
  });
});

test('the heading of a card is bound though the rest of the card was rewritten', async () => {
  const cards = (text: string) => `<article><h3 m="title">Made with love</h3><p>${text}</p></article>
    <article><h3>Up to date</h3><p>New every week</p></article>`;
  const before = cards('You have to make your websites with love these days');
  const { right } = await follow(before, cards('Is it really open source if nobody enjoyed building it?'));
  expect(right).toEqual(['title']);
});
