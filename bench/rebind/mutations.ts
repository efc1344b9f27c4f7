/**
 * Kind of change, applied inside the page. Elements are identified by the property `oracle`, which
 * the engine cannot see.
 */
export interface Mutation {
  readonly name: string;
  /**
   * JavaScript with `targets` (elements), `leaves` (elements without children), `random()` and
   * `words(text, share)`.
   */
  readonly code: string;
  /** Number of runs on a fresh page, with `round` counting from 0; 1 by default. */
  readonly rounds?: number;
  /** Pages of the mutation's own, instead of the given files: each element with `pin` is pinned. */
  readonly pages?: readonly string[];
  /** Whether pinned elements are removed. */
  readonly isRemoval?: boolean;
  /** Whether pinned elements get equal copies before them, which nothing tells apart from them. */
  readonly hasCopies?: boolean;
}

const RETAG = `for (const element of targets) {
  const tag = { A: 'button', BUTTON: 'a', H2: 'h3', H3: 'h2', P: 'div', DIV: 'section', SPAN: 'em', LI: 'div' }[element.tagName];
  if (!tag) continue;
  const other = document.createElement(tag);
  for (const { name, value } of element.attributes) other.setAttribute(name, value);
  other.append(...element.childNodes);
  other.oracle = element.oracle;
  element.replaceWith(other);
}`;

const edit = (share: number) => `const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) walker.currentNode.nodeValue = words(walker.currentNode.nodeValue, ${share});`;

/** Lists of links in the markup of common menus. */
const listsOf = (items: readonly string[]): string[] =>
  [
    (link: string) => `<ul>${link}</ul>`.replace(/<a(.*?)<\/a>/g, '<li><a$1</a></li>'),
    (link: string) => `<nav>${link}</nav>`,
    (link: string) => `<table>${link}</table>`.replace(/<a(.*?)<\/a>/g, '<tr><td><a$1</a></td></tr>'),
  ].map(
    (wrap) => `<header><h1>Acme</h1></header><main><h2>Our goods</h2>
      ${wrap(items.map((item) => `<a pin>${item}</a>`).join('\n'))}<p>Sent within two days.</p></main>`,
  );

const NAMES = 'Anchors Baskets Candles Drills Easels Funnels Gloves Hammers Inkwells Jugs Kettles Lanterns'.split(' ');
const WORDS = 'Lamp Chair Table Carpet Mirror Shelf Cushion Curtain'.split(' ');

/** Inserts copies of the first row of the list with other texts before it. */
const insert = (texts: readonly string[]) => `const link = targets[0];
  const row = link.closest('li, tr') ?? link;
  for (const text of ${JSON.stringify(texts)}) {
    const copy = row.cloneNode(true);
    const node = copy.localName === 'a' ? copy : copy.querySelector('a');
    node.innerHTML = text;
    row.before(copy);
  }`;
const count = (separator: string) => (name: string, i: number) => `${name}${separator}${(i * 37 + 11) % 200}`;
const counters = (items: readonly string[], inserted: readonly string[]): Omit<Mutation, 'name'> => ({
  pages: listsOf(items),
  code: `for (const link of targets) {
      const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) walker.currentNode.nodeValue =
        walker.currentNode.nodeValue.replace(/\\d+/, (digits) => Number(digits) + 1 + Math.floor(random() * 90));
    }
    ${insert(inserted)}`,
});

/** All kinds of change. */
export const MUTATIONS: readonly Mutation[] = [
  { name: 'nothing', code: '' },
  {
    name: 'wrap',
    code: `for (const element of targets) if (element !== document.body) {
      const wrapper = document.createElement('div'); element.replaceWith(wrapper); wrapper.append(element);
    }`,
  },
  {
    name: 'reorder',
    code: `for (const parent of new Set(targets.map((element) => element.parentElement)))
      if (parent?.children.length > 1) parent.append(...[...parent.children].sort(() => random() - 0.5));`,
  },
  {
    name: 'rename classes',
    code: `const names = new Map();
      for (const element of document.body.querySelectorAll('[class]')) element.setAttribute('class', element.getAttribute('class')
        .split(/\\s+/).map((name) => names.get(name) ?? names.set(name, 'c' + Math.floor(random() * 1e9).toString(36)).get(name)).join(' '));`,
  },
  { name: 'retag', code: RETAG },
  { name: 'edit text by 10 %', code: edit(0.1) },
  { name: 'edit text by 30 %', code: edit(0.3) },
  { name: 'edit text by 60 %', code: edit(0.6) },
  { name: 'delete', code: 'for (const element of targets) element.remove();', isRemoval: true },
  {
    name: 'delete every fifth leaf',
    code: `leaves.forEach((element, i) => { if (i % 5 === round) element.remove(); });`,
    rounds: 5,
    isRemoval: true,
  },
  {
    name: 'duplicate',
    code: `const rows = new Set(targets.map((element) => element.closest('article, li, dt, dd, label')));
      for (const row of rows) row?.before(row.cloneNode(true));`,
    hasCopies: true,
  },
  {
    name: 'duplicate innermost rows',
    code: `const rows = new Set(targets.map((element) => element.closest('article, li, dt, dd, label, tr')));
      for (const row of rows) if (!row?.querySelector('article, li, dt, dd, label, tr')) row?.before(row.cloneNode(true));`,
    hasCopies: true,
  },
  { name: 'change counters, insert 2', ...counters(NAMES.map(count(' ')), ['Irons 14', 'Ladders 9']) },
  {
    name: 'change adjoining counters, insert 2',
    ...counters(
      NAMES.map(count('<b>')).map((item) => `${item}</b>`),
      ['Irons<b>14</b>', 'Ladders<b>9</b>'],
    ),
  },
  {
    name: 'inflect words, insert 3',
    pages: listsOf(WORDS),
    code: `for (const link of targets) link.textContent = link.textContent.replace(/f$/, 've') + 's';
      ${insert(['Sofas', 'Desks', 'Stools'])}`,
  },
];

/**
 * Helpers of the code: reproducible random numbers, and replacement of a share of a text's words.
 */
export const HELPERS = `let seed = 42;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const words = (text, share) => text.replace(/[\\p{L}\\p{N}]+/gu, (word) =>
    random() < share ? 'qwrt'.charAt(Math.floor(random() * 4)) + Math.floor(random() * 1e6).toString(36) : word);`;
