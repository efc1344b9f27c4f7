import { ELEMENT, firstChildOf, nextSiblingOf, nodeTypeOf, shadowRootOf, TEXT, tagOf } from '../../page/dom-access.ts';
import { documentIn } from '../../page/frames.ts';
import { HOST_TAG } from '../../page/host-tag.ts';
import { iconOf } from '../../page/label.ts';
import { isPrivacyRoot } from '../../page/privacy.ts';
import { isTranslationWrapper } from '../../page/translation.ts';
import { keyOf, normalizeText } from '../traits/traits.ts';
import { addKeys, visibleTextOf } from './element-keys.ts';
import type { IndexedElement } from './indexed-element.ts';
import { createKeyIndex, findAtPath, type KeyIndex } from './key-index.ts';
import { createRarity, type Rarity } from './rarity.ts';

/** Index of a page at one moment: every element with its text, and look-ups by key and path. */
export interface DomIndex {
  readonly elements: readonly IndexedElement[];
  readonly rarity: Rarity;
  find(element: Element | undefined): IndexedElement | undefined;
  /** Returns the elements with this key, in document order. */
  lookup: KeyIndex['lookup'];
  /** Returns the first element at these steps from the document, in the notation of `stepsOf`. */
  atPath(steps: readonly string[]): IndexedElement | undefined;
}

/** Place of the walk in the children of one element or root. */
interface Level {
  node: Node | null | undefined;
  /** Children after the node, if they are not its siblings. */
  readonly others?: Node[] | null | undefined;
  readonly parent: IndexedElement | null;
  numbers: Map<string, number> | null;
}

/** Elements visited between two pauses. */
const STRIDE = 150;
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', HOST_TAG, 'head']);
/** Tags whose content is not readable text. */
const OPAQUE = new Set(['textarea', 'canvas', 'video', 'audio', 'object']);
const TEXT_LIMIT = 240;

/**
 * Indexes the page, its open shadow roots and its same-origin frames. Reads no layout. Yields every
 * {@link STRIDE} elements.
 *
 * @param addTo adds an element to the index
 */
export function* buildDomIndexSteps(document: Document, addTo = addKeys): Generator<void, DomIndex> {
  const elements: IndexedElement[] = [];
  const byElement = new Map<Element, IndexedElement>();
  const index = createKeyIndex(elements);
  const levels: Level[] = [];
  const enter = (root: Node | null, parent: IndexedElement | null, others?: Node[] | null) =>
    levels.push({ node: others ? others.shift() : root && firstChildOf(root), others, parent, numbers: null });

  enter(document, null);
  for (let level = levels[0]; level; level = levels[levels.length - 1]) {
    const { node, parent } = level;
    if (!node) {
      levels.pop();
      if (parent && levels[levels.length - 1]?.parent !== parent) close(parent);
      continue;
    }
    level.node = level.others ? level.others.shift() : nextSiblingOf(node);
    const kind = nodeTypeOf(node);
    if (kind === TEXT) {
      if (parent && !parent.isPrivate) appendText(parent, node.nodeValue ?? '');
      continue;
    }
    if (kind !== ELEMENT) continue;
    const element = node as Element;
    const tag = tagOf(element);
    level.numbers ??= new Map();
    if (parent && isTranslationWrapper(element)) {
      // Its texts are those of the parent, and its elements are numbered among the parent's.
      levels.push({ node: firstChildOf(element), parent, numbers: level.numbers });
      byElement.set(element, parent);
      continue;
    }
    const number = (level.numbers.get(tag) ?? 0) + 1;
    level.numbers.set(tag, number);
    if (SKIPPED.has(tag)) continue;
    const indexed: IndexedElement = {
      index: elements.length,
      element,
      tag,
      parent,
      step: `${tag}[${number}]`.toLowerCase(),
      end: 0,
      text: '',
      normalized: '',
      key: '',
      icon: '',
      isPrivate: parent?.isPrivate || isPrivacyRoot(element),
      hasOwnText: false,
    };
    elements.push(indexed);
    byElement.set(element, indexed);
    const isOpaque = OPAQUE.has(tag);
    const shadow = isOpaque ? null : shadowRootOf(element);
    // Children that an imitated shadow root distributes are not siblings of each other.
    const isImitated = shadow && shadow.firstChild !== firstChildOf(shadow);
    enter(isOpaque ? null : element, indexed, isImitated ? [...element.childNodes] : null);
    if (shadow) enter(shadow, indexed, isImitated ? [...shadow.childNodes] : null);
    if (tag === 'iframe' || tag === 'frame') enter(documentIn(element), indexed);
    if (elements.length % STRIDE === 0) yield;
  }

  /** Completes an element after its last descendant. */
  function close(indexed: IndexedElement): void {
    indexed.end = elements.length;
    indexed.icon = indexed.text || indexed.isPrivate ? '' : indexed.icon || iconOf(indexed.element);
    if (indexed.parent) {
      append(indexed.parent, indexed.text);
      indexed.parent.icon ||= indexed.icon;
    }
    indexed.normalized = visibleTextOf(indexed);
    indexed.key = keyOf(indexed.normalized);
  }

  for (const indexed of elements) {
    addTo(indexed, index);
    if (indexed.index % STRIDE === 0) yield;
  }
  return {
    elements,
    rarity: createRarity(elements.length, index),
    find: (element) => element && byElement.get(element),
    lookup: index.lookup,
    atPath: (steps) => findAtPath(elements, steps),
  };
}

function appendText(indexed: IndexedElement, raw: string): void {
  if (!/\S/.test(raw)) return;
  const normalized = normalizeText(raw);
  indexed.hasOwnText ||= normalized !== '';
  append(indexed, normalized);
}

function append(indexed: IndexedElement, normalized: string): void {
  if (normalized && indexed.text.length < TEXT_LIMIT)
    indexed.text = indexed.text ? `${indexed.text} ${normalized}` : normalized;
}
