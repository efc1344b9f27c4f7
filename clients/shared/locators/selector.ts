import { ask, attributeOf, parentOf, tagOf } from '../page/dom-access.ts';
import { isPrivate } from '../page/privacy.ts';
import { numberAmongTwins } from './siblings.ts';
import { TEST_IDS } from './test-ids.ts';
import { isWordLike } from './word-like.ts';

/** Longest selector that is given, in characters. */
const SELECTOR_LIMIT = 1024;

/**
 * A CSS selector that matches this element and no other in its root. It prefers what survives a redesign: a test id, an
 * id, a name, classes that look like words; then the same below the nearest ancestor that has one; position last.
 *
 * @param known what was asked of the page before, while it stays as it is.
 * @returns at most {@link SELECTOR_LIMIT} characters; empty when nothing that short is unique.
 */
export function selectorOf(element: Element, known: KnownSelectors = new Map()): string {
  const root = ask(element, 'getRootNode');
  if (!isSearchable(root)) return '';
  const answers = known.get(root) ?? new Map<string, boolean>();
  known.set(root, answers);
  let budget = QUERY_BUDGET;
  const isUnique = (selector: string) => {
    if (budget-- <= 0) return false;
    // The first match comes soon; mostly it is another, and nobody needs the rest.
    const answer =
      answers.get(selector) ??
      (root.querySelector(selector) === ask(element, 'closest', selector) &&
        root.querySelectorAll(selector).length === 1);
    answers.set(selector, answer);
    return answer;
  };
  const found = shortest(element, isUnique);
  return found.length > SELECTOR_LIMIT ? '' : found;
}

/** Of each root, which selectors match one element there. Elements of a list have most of theirs in common. */
export type KnownSelectors = Map<Node, Map<string, boolean>>;

/** A page can be deep and uniform, and this runs on a click: after so many look-ups the full path is taken. */
const QUERY_BUDGET = 200;
const LABELS = ['aria-label', 'alt', 'placeholder'];

function shortest(element: Element, isUnique: (selector: string) => boolean): string {
  const own = handles(element);
  const alone = own.find(isUnique);
  if (alone) return alone;
  let path = step(element);
  for (let parent = parentOf(element); parent; parent = parentOf(parent)) {
    for (const anchor of handles(parent)) {
      const below = own.map((handle) => `${anchor} ${handle}`).find(isUnique);
      if (below) return below;
      const full = `${anchor} > ${path}`;
      // Each step of the path is one child: there is nothing to ask where they begin at one element. It takes long to answer.
      if (isUnique(anchor) || isUnique(full)) return full;
    }
    path = `${step(parent)} > ${path}`;
  }
  return path;
}

/** The element's own selectors, the most durable first. */
function handles(element: Element): string[] {
  const tag = CSS.escape(tagOf(element));
  const attributes = (names: string[], prefix: string) =>
    names.flatMap((name) => {
      const value = attributeOf(element, name);
      return value && value.length <= 100 ? [`${prefix}[${name}="${CSS.escape(value)}"]`] : [];
    });
  const id = attributeOf(element, 'id') ?? '';
  return [
    ...attributes(TEST_IDS, ''),
    ...(isWordLike(id) ? [`#${CSS.escape(id)}`] : []),
    ...attributes(isPrivate(element) ? ['name'] : ['name', ...LABELS], tag),
    ...(attributeOf(element, 'class') ?? '')
      .split(/\s+/)
      .filter(isWordLike)
      .slice(0, 4)
      .map((name) => `${tag}.${CSS.escape(name)}`),
    tag,
  ];
}

/** The element among its siblings: the tag alone where it is the only one of its kind. */
function step(element: Element): string {
  const tag = CSS.escape(tagOf(element));
  const number = numberAmongTwins(element, tagOf);
  return number ? `${tag}:nth-of-type(${number})` : tag;
}

function isSearchable(root: Node): root is Node & ParentNode {
  return 'querySelectorAll' in root;
}
