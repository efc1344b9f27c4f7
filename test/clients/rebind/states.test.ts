import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEnginePage } from '../support/engine-page.ts';

let page: Page;

beforeAll(async () => {
  page = await openEnginePage();
});
afterAll(() => page?.browser().close());

/** Page code that takes the marks `m` off the elements, so that the engine cannot see them. */
const TAKE_MARKS = `const marked = [...document.querySelectorAll('[m]')];
  for (const element of marked) { element.mark = element.getAttribute('m'); element.removeAttribute('m'); }`;

interface Followed {
  /** Marks of pins that are bound to another element. */
  readonly wrong: readonly string[];
  /** Share of the elements of both pages that are bound. */
  readonly found: number;
}

/** Pins every marked element, shows the next page, and locates all pins together or each alone. */
async function follow(before: string, after: string): Promise<Followed> {
  const shown = (html: string) =>
    page.setContent(`<!doctype html><html lang="en"><body><header><a m="logo" href="/">Harbor Tools</a>
      <nav><a m="home" href="/home">Home</a><a m="help" href="/help">Help and contact</a></nav></header>
      <main>${html}</main><footer><a m="imprint" href="/imprint">Imprint</a></footer></body></html>`);
  await shown(before);
  const stored = await page.evaluate(`{ ${TAKE_MARKS}
    const index = pin.run(pin.buildDomIndexSteps(document));
    marked.map((element) => [element.mark, JSON.parse(JSON.stringify(pin.fingerprint(element, index)))]) }`);
  await shown(after);
  return (await page.evaluate(`{ ${TAKE_MARKS}
    const stored = ${JSON.stringify(stored)};
    const there = new Set(marked.map(({ mark }) => mark));
    const targets = stored.map(([, one]) => pin.readStored(one));
    const together = pin.locate(document, targets);
    const wrong = [];
    let [count, found] = [0, 0];
    stored.forEach(([mark], i) => {
      for (const { state, element } of [together[i], ...pin.locate(document, [targets[i]])]) {
        const at = element?.mark ?? element?.parentElement?.mark ?? element?.localName;
        if (state === 'bound' && at !== mark) wrong.push(mark + ' is bound to ' + at);
        if (there.has(mark)) { count++; found += state === 'bound' && at === mark; }
      }
    });
    ({ wrong, found: found / count }) }`)) as Followed;
}

/** Ways to write a page: names by hand, generated names, none, utilities. */
const STYLES: Readonly<Record<string, (name: string) => string>> = {
  'names by hand': (name) => `class="${name}"`,
  'generated names': (name) =>
    `class="css-${[...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 99_991, 7)}"`,
  'no names': () => '',
  utilities: (name) => `class="flex ${name.length % 2 ? 'p-4' : 'p-2'} text-sm"`,
};
type Named = (name: string) => string;

/** Two states of one page; marks that both have are one element. */
type States = (named: Named) => readonly [before: string, after: string];

const account = (c: Named, dialog: string) => `<section><h1 m="title">Account</h1><form ${c('form')}>
    <label m="mail-label">Mail <input m="mail" name="mail"></label><label>Name <input m="name" name="name"></label>
    <button m="save" ${c('save')}>Save</button> <button m="cancel" ${c('cancel')}>Cancel</button></form>
    <button m="open" ${c('open')}>Change password</button></section>${dialog}`;
const passwordDialog = (c: Named) => `<div role="dialog" aria-modal="true" ${c('dialog')} m="dialog">
    <h2 m="dialog-title">Change password</h2><label>Old password <input m="old" name="old" type="password"></label>
    <button m="dialog-save" ${c('save')}>Save</button> <button m="dialog-cancel" ${c('cancel')}>Cancel</button></div>`;
const cookieBanner = (
  c: Named,
) => `<div ${c('banner')} m="banner"><p m="banner-text">We use cookies to measure visits.</p>
    <button m="accept" ${c('button')}>Accept</button><button m="details" ${c('button')}>Details</button></div>`;
const offers = (c: Named) => `<section><h2 m="offers">Offers</h2><p m="offer">Two hammers for one.</p>
    <button m="offer-accept" ${c('button')}>Accept</button> <button m="offer-details" ${c('button')}>Details</button></section>`;

const SLIDES = [
  ['Winter sale', 'All saws at half price until Sunday.', '/sale'],
  ['Winter tires', 'We change your tires while you wait.', '/tires'],
  ['New in March', 'Garden tools from small makers.', '/new'],
] as const;
const slider = (c: Named, at: number) => {
  const [title, text, href] = SLIDES[at] ?? SLIDES[0];
  return `<section aria-roledescription="carousel" ${c('slider')}><button m="previous" aria-label="Previous slide">‹</button>
    <div ${c('slide')} m="slide${at}"><h2 m="title${at}">${title}</h2><p m="text${at}">${text}</p>
    <a m="link${at}" ${c('link')} href="${href}">Read more</a><img m="picture${at}" src="/img/${href.slice(1)}.jpg" alt=""></div>
    <button m="next" aria-label="Next slide">›</button></section><p m="after">Open every day from eight to six.</p>`;
};

const MONTHS = ['March 2026', 'April 2026'] as const;
const daysOf = (at: number) => Array.from({ length: 30 + ((at + 1) % 2) }, (_, i) => i + 1);
const calendar = (
  c: Named,
  at: number,
) => `<section ${c('calendar')}><div><button m="back" aria-label="Earlier">‹</button>
    <h2>${MONTHS[at]}</h2><button m="forward" aria-label="Later">›</button></div><table>${[0, 1, 2, 3, 4]
      .map(
        (week) =>
          `<tr>${daysOf(at)
            .slice(week * 7, week * 7 + 7)
            .map((day) => `<td><button m="${at}-${day}" ${c('day')}>${day}</button></td>`)
            .join('')}</tr>`,
      )
      .join('')}</table></section><p m="hint">Choose a day for the delivery.</p>`;
const namedCalendar = (c: Named, at: number) =>
  `<section ${c('calendar')}><strong>${MONTHS[at]}</strong><div role="grid">${daysOf(at)
    .map(
      (day) =>
        `<div role="gridcell" ${c('day')} m="${at}-${day}" aria-label="${MONTHS[at]?.split(' ')[0]} ${day}, 2026">${day}</div>`,
    )
    .join('')}</div></section><p m="hint">Choose a day for the delivery.</p>`;
const TABS = [
  ['Profile', 'Shown to other members', ['Name', 'City']],
  ['Notices', 'Sent on weekdays only', ['Mail', 'Phone']],
  ['Billing', 'Due on the first of the month', ['Card', 'Company']],
] as const;
const tabs = (c: Named, at: number) => {
  const [title, text, fields] = TABS[at] ?? TABS[0];
  return `<h1 m="settings">Settings</h1><div role="tablist">${TABS.map(([name]) => `<button role="tab" m="tab-${name}" ${c('tab')} aria-selected="${name === title}">${name}</button>`).join('')}</div>
    <div role="tabpanel" ${c('panel')} m="panel${at}"><h2 m="heading${at}">${title}</h2><p m="text${at}" ${c('text')}>${text}</p>
    ${fields.map((label) => `<label m="label-${label}">${label} <input m="field-${label}"></label>`).join('')}
    <button m="save${at}" ${c('save')}>Save</button> <button m="reset${at}" ${c('reset')}>Reset</button></div>`;
};

const STEPS = [
  ['Address', 'Where do we send it?', ['Street', 'City'], 'To payment'],
  ['Payment', 'How do you pay?', ['Card number', 'Valid until'], 'To summary'],
  ['Summary', 'Is everything right?', ['Note'], 'Order now'],
] as const;
const wizard = (c: Named, at: number) => {
  const [title, text, fields, action] = STEPS[at] ?? STEPS[0];
  return `<h1 m="checkout">Checkout</h1><ol>${STEPS.map(([name]) => `<li m="step-${name}" ${c('step')}>${name}</li>`).join('')}</ol>
    <form ${c('form')} m="form${at}"><h2 m="heading${at}">${title}</h2><p m="text${at}">${text}</p>
    ${fields.map((label, i) => `<div ${c('field')} m="row-${label}"><label m="label-${label}" for="f${i}">${label}</label><input m="field-${label}" id="f${i}"></div>`).join('')}
    <button m="action${at}" ${c('primary')}>${action}</button></form>`;
};

const ORDERS = [
  ['2041', 'Hammer, oak', '18 €', 'Sent'],
  ['2042', 'Chisel, small', '9 €', 'Paid'],
  ['2043', 'Plane, cast', '64 €', 'Sent'],
  ['2044', 'Rasp, fine', '12 €', 'Paid'],
  ['2045', 'Mallet, beech', '21 €', 'Sent'],
  ['2046', 'Saw, folding', '33 €', 'Sent'],
] as const;
const orders = (c: Named, from: number, row: string, cell: string) =>
  `<h1 m="orders">Orders</h1><section ${c('table')}>${row === 'tr' ? '<table>' : ''}${ORDERS.slice(from, from + 3)
    .map(
      ([
        id,
        name,
        price,
        state,
      ]) => `<${row} ${c('row')} m="${id}"><${cell} m="${id}-id">${id}</${cell}><${cell} m="${id}-name">${name}</${cell}>
      <${cell} m="${id}-price">${price}</${cell}><${cell} m="${id}-state">${state}</${cell}><${cell}><button m="${id}-open" ${c('open')}>Open</button></${cell}></${row}>`,
    )
    .join(
      '',
    )}${row === 'tr' ? '</table>' : ''}</section><nav><button m="newer" ${c('page')}>Newer</button><button m="older" ${c('page')}>Older</button></nav>`;

const GOODS = [
  ['Folding saw', '33 €', 'For branches as thick as an arm'],
  ['Oak mallet', '21 €', 'Turned from one piece'],
  ['Block plane', '64 €', 'For end grain and edges'],
] as const;
const OTHER_GOODS = [
  ['Garden hose', '19 €', 'Twenty meters without kinks'],
  ['Rain barrel', '89 €', 'Holds two hundred liters'],
  ['Leaf rake', '15 €', 'With a handle of ash'],
] as const;
type Good = readonly [name: string, price: string, text: string];
const good = (
  c: Named,
  [name, price, text]: Good,
  isSoldOut = false,
) => `<article ${c('good')} m="${name}"><h3 m="${name}-title"><a href="/${name.replace(' ', '-')}">${name}</a></h3><p m="${name}-text">${text}</p>
  <span m="${name}-price" ${c('price')}>${price}</span>${isSoldOut ? `<span ${c('state')} m="${name}-sold">Sold out</span>` : `<button m="${name}-buy" ${c('buy')}>Add to cart</button>`}</article>`;
const shop = (c: Named, goods: readonly Good[], soldOut = '') =>
  `<h1 m="shop">Hand tools</h1><p m="lead">Made to be repaired.</p><section ${c('goods')}>${goods.map((one) => good(c, one, one[0] === soldOut)).join('')}</section>`;
const also = (c: Named, goods: readonly Good[]) =>
  `<h1 m="product">Bench vise</h1><button m="buy" ${c('buy')}>Add to cart</button><h2 m="also">Others also bought</h2><div ${c('also')}>${goods.map((one) => good(c, one)).join('')}</div>`;
const skeletons = (c: Named) =>
  `<h1 m="shop">Hand tools</h1><section ${c('goods')}>${GOODS.map((_, i) => `<article ${c('good')} m="empty${i}"><h3 m="line${i}" ${c('line')}></h3><p ${c('line')}></p><span ${c('line')}></span></article>`).join('')}</section>`;
const placeholders = (c: Named) =>
  `<h1 m="shop">Hand tools</h1><section ${c('goods')} aria-busy="true">${GOODS.map((_, i) => `<article ${c('good')} m="empty${i}"><h3 m="line${i}">Loading</h3><p>Loading</p><span>0 €</span><button disabled ${c('buy')} m="off${i}">Add to cart</button></article>`).join('')}</section>`;

const STATES: Readonly<Record<string, States>> = {
  'a dialog is closed, whose buttons are like those of the page': (c) => [
    account(c, passwordDialog(c)),
    account(c, ''),
  ],
  'a banner is closed, whose buttons are like those of an offer': (c) => [offers(c) + cookieBanner(c), offers(c)],
  'an offer is gone, whose buttons are like those of a banner': (c) => [offers(c) + cookieBanner(c), cookieBanner(c)],
  'the next slide': (c) => [slider(c, 0), slider(c, 1)],
  'the last slide': (c) => [slider(c, 0), slider(c, 2)],
  'the next month of a table': (c) => [calendar(c, 0), calendar(c, 1)],
  'the next month of a grid with named days': (c) => [namedCalendar(c, 0), namedCalendar(c, 1)],
  'another tab': (c) => [tabs(c, 0), tabs(c, 1)],
  'a tab before': (c) => [tabs(c, 2), tabs(c, 0)],
  'the second step': (c) => [wizard(c, 0), wizard(c, 1)],
  'the last step': (c) => [wizard(c, 0), wizard(c, 2)],
  'the next page of a table': (c) => [orders(c, 0, 'tr', 'td'), orders(c, 3, 'tr', 'td')],
  'the next page of a list': (c) => [orders(c, 0, 'div', 'span'), orders(c, 3, 'div', 'span')],
  'goods that are still loading, as empty lines': (c) => [shop(c, GOODS), skeletons(c)],
  'goods that are still loading, as placeholders': (c) => [shop(c, GOODS), placeholders(c)],
  'other recommendations': (c) => [also(c, GOODS), also(c, OTHER_GOODS)],
  'one other recommendation': (c) => [also(c, GOODS), also(c, [GOODS[0], OTHER_GOODS[1], GOODS[2]])],
  'a product that is sold out': (c) => [shop(c, GOODS), shop(c, GOODS, 'Oak mallet')],
};

describe.each(Object.entries(STATES))(
  'in another state of the page, no pin is bound to a twin: %s',
  (_state, states) => {
    test.each(Object.entries(STYLES))('%s', async (_style, named) => {
      const [before, after] = states(named);
      const { wrong, found } = await follow(before, after);
      expect(wrong).toEqual([]);
      expect(found).toBeGreaterThan(0.7);
    });
  },
);
