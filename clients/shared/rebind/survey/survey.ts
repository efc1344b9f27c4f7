import { ELEMENT, firstIn, kindOf, nextTo, shadowOf, TEXT, tagOf } from '../../page/dom-access.ts';
import { documentIn } from '../../page/frames.ts';
import { HOST_TAG } from '../../page/host-tag.ts';
import { isMarkedPrivate } from '../../page/privacy.ts';
import { enterKeys, sayingOf } from '../dom-index/element-keys.ts';
import { keyOf, saidOf } from '../traits/traits.ts';
import { makeIndex, type PageIndex } from './page-index.ts';
import { makeRarity, type Rarity } from './rarity.ts';

/** One element as the walk over the page saw it. */
export interface Spot {
  /** Place in document order. */
  readonly index: number;
  readonly element: Element;
  readonly tag: string;
  readonly parent: Spot | null;
  /** `li[3]`: tag, in small letters, and number among siblings of that tag. Roots of shadow trees and frames are steps of their own. */
  readonly step: string;
  /** Index of the first element after this one and all that is in it. */
  end: number;
  /** Text as it is compared, its own and that of what is in it. Cut where comparing ends. */
  text: string;
  /** What it says, else what it is called; as it is compared. */
  said: string;
  /** The same by `keyOf`. */
  key: string;
  /** Its texts and labels are not read. */
  readonly isPrivate: boolean;
  /** It has text of its own, not only in elements within it. */
  hasOwnText: boolean;
  /** Its card, once somebody asked. */
  card?: Card;
}

/** The text of a row, card or list item, and where it begins and ends among the elements. */
export interface Card extends Readonly<Pick<Spot, 'text' | 'index' | 'end'>> {}

/** One moment of a page: every element once, with what it says, and where to look for what. */
export interface Survey {
  readonly spots: readonly Spot[];
  readonly rarity: Rarity;
  spotOf(element: Element | undefined): Spot | undefined;
  /** To be run before elements are asked for by their place. */
  places: PageIndex['places'];
  /** Elements with this key, in document order. */
  having: PageIndex['having'];
  /** The first element that these steps lead to from a document, as `stepsOf` gives them. */
  at(steps: readonly string[]): Spot | undefined;
}

/** How many elements are looked at between two pauses. */
const STRIDE = 150;
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', HOST_TAG, 'head']);
/** What is inside says nothing to a reader as text. */
const CLOSED = new Set(['textarea', 'canvas', 'video', 'audio', 'object']);
const TEXT_LIMIT = 240;

/**
 * Walks over the page, its open shadow roots and its frames of the same origin. Reads no layout. Yields between strides.
 *
 * @param enterIn enters each element in the index.
 */
export function* surveySteps(document: Document, enterIn = enterKeys): Generator<void, Survey> {
  const spots: Spot[] = [];
  const byElement = new Map<Element, Spot>();
  const index = makeIndex(spots);
  const stack: { node: Node | null; parent: Spot | null; numbers: Map<string, number> | null }[] = [];
  const enter = (root: Node | null, parent: Spot | null) =>
    stack.push({ node: root && firstIn(root), parent, numbers: null });

  enter(document, null);
  for (let line = stack[0]; line; line = stack[stack.length - 1]) {
    const { node, parent } = line;
    if (!node) {
      stack.pop();
      if (parent && stack[stack.length - 1]?.parent !== parent) close(parent);
      continue;
    }
    line.node = nextTo(node);
    const kind = kindOf(node);
    if (kind === TEXT) {
      if (parent && !parent.isPrivate) say(parent, node.nodeValue ?? '');
      continue;
    }
    if (kind !== ELEMENT) continue;
    const element = node as Element;
    const tag = tagOf(element);
    line.numbers ??= new Map();
    const number = (line.numbers.get(tag) ?? 0) + 1;
    line.numbers.set(tag, number);
    if (SKIPPED.has(tag)) continue;
    const spot: Spot = {
      index: spots.length,
      element,
      tag,
      parent,
      step: `${tag}[${number}]`.toLowerCase(),
      end: 0,
      text: '',
      said: '',
      key: '',
      isPrivate: parent?.isPrivate || isMarkedPrivate(element),
      hasOwnText: false,
    };
    spots.push(spot);
    byElement.set(element, spot);
    const closed = CLOSED.has(tag);
    enter(closed ? null : element, spot);
    if (!closed) {
      const shadow = shadowOf(element);
      if (shadow) enter(shadow, spot);
      if (tag === 'iframe' || tag === 'frame') enter(documentIn(element), spot);
    }
    if (spots.length % STRIDE === 0) yield;
  }

  /** All of it has been seen. */
  function close(spot: Spot): void {
    spot.end = spots.length;
    if (spot.parent) append(spot.parent, spot.text);
    spot.said = sayingOf(spot);
    spot.key = keyOf(spot.said);
    enterIn(spot, index);
  }

  return {
    spots,
    rarity: makeRarity(spots.length, index),
    spotOf: (element) => element && byElement.get(element),
    places: index.places,
    having: index.having,
    at: (steps) => spotAt(spots, steps),
  };
}

/** Goes from sibling to sibling by where each one ends: a look at few elements, however large the page. */
function spotAt(
  spots: readonly Spot[],
  steps: readonly string[],
  depth = 0,
  begin = 0,
  end = spots.length,
): Spot | undefined {
  for (let i = begin; i < end; ) {
    const spot = spots[i] as Spot;
    if (spot.step === steps[depth]) {
      const found = steps[depth + 1] ? spotAt(spots, steps, depth + 1, i + 1, spot.end) : spot;
      if (found) return found;
    }
    i = spot.end;
  }
  return undefined;
}

function say(spot: Spot, raw: string): void {
  if (!/\S/.test(raw)) return;
  const said = saidOf(raw);
  spot.hasOwnText ||= said !== '';
  append(spot, said);
}

function append(spot: Spot, said: string): void {
  if (said && spot.text.length < TEXT_LIMIT) spot.text = spot.text ? `${spot.text} ${said}` : said;
}
