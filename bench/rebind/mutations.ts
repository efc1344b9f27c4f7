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
  { name: 'delete', code: 'for (const element of targets) element.remove();' },
  {
    name: 'delete every fifth leaf',
    code: `leaves.forEach((element, i) => { if (i % 5 === round) element.remove(); });`,
    rounds: 5,
  },
  {
    name: 'duplicate',
    code: `const rows = new Set(targets.map((element) => element.closest('article, li, dt, dd, label')));
      for (const row of rows) row?.before(row.cloneNode(true));`,
  },
];

/**
 * Helpers of the code: reproducible random numbers, and replacement of a share of a text's words.
 */
export const HELPERS = `let seed = 42;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const words = (text, share) => text.replace(/[\\p{L}\\p{N}]+/gu, (word) =>
    random() < share ? 'qwrt'.charAt(Math.floor(random() * 4)) + Math.floor(random() * 1e6).toString(36) : word);`;
