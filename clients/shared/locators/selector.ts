import { attributeOf, callNative, parentOf, tagOf } from '../page/dom-access.ts';
import { isPrivate } from '../page/privacy.ts';
import { positionAmongSiblings } from './sibling-position.ts';
import { TEST_IDS } from './test-ids.ts';
import { isWordLike } from './word-like.ts';

/** Longest selector, characters. */
const SELECTOR_LIMIT = 1024;

/**
 * Returns a CSS selector that matches this element alone in its root. Durable properties come
 * first: a test id, an id, a name, word-like classes; then the same below the nearest ancestor with
 * one; position last.
 *
 * @param cache results of earlier calls, valid while the page does not change
 * @returns at most {@link SELECTOR_LIMIT} characters; empty if no selector that short is unique
 */
export function selectorOf(element: Element, cache: SelectorCache = new Map()): string {
  const root = callNative(element, 'getRootNode');
  if (!isSearchable(root)) return '';
  const results = cache.get(root) ?? new Map<string, boolean>();
  cache.set(root, results);
  let budget = QUERY_BUDGET;
  const isUnique = (selector: string) => {
    if (budget-- <= 0) return false;
    // Cheap check first: the first match is found quickly and is mostly another element.
    const result =
      results.get(selector) ??
      (root.querySelector(selector) === callNative(element, 'closest', selector) &&
        root.querySelectorAll(selector).length === 1);
    results.set(selector, result);
    return result;
  };
  const found = shortest(element, isUnique);
  return found.length > SELECTOR_LIMIT ? '' : found;
}

/** Uniqueness of selectors by root. Elements of a list share most of them. */
export type SelectorCache = Map<Node, Map<string, boolean>>;

/**
 * Queries per element before the full path is used: pages can be deep and uniform, and this runs on
 * a click.
 */
const QUERY_BUDGET = 200;
const LABELS = ['aria-label', 'alt', 'placeholder'];

function shortest(element: Element, isUnique: (selector: string) => boolean): string {
  const own = ownSelectors(element);
  const alone = own.find(isUnique);
  if (alone) return alone;
  let path = step(element);
  for (let parent = parentOf(element); parent; parent = parentOf(parent)) {
    for (const anchor of ownSelectors(parent)) {
      const below = own.map((handle) => `${anchor} ${handle}`).find(isUnique);
      if (below) return below;
      const full = `${anchor} > ${path}`;
      // Every step selects one child, so a path from a unique element needs no query.
      if (isUnique(anchor) || isUnique(full)) return full;
    }
    path = `${step(parent)} > ${path}`;
  }
  return path;
}

/** Returns the element's own selectors, most durable first. */
function ownSelectors(element: Element): string[] {
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

/** Returns the element's step in a path; the tag alone if no sibling shares it. */
function step(element: Element): string {
  const tag = CSS.escape(tagOf(element));
  const number = positionAmongSiblings(element, tagOf);
  return number ? `${tag}:nth-of-type(${number})` : tag;
}

function isSearchable(root: Node): root is Node & ParentNode {
  return 'querySelectorAll' in root;
}
