import { documentIn } from './frames.ts';
import { keysOf } from './keys.ts';
import { isMarkedPrivate } from './privacy.ts';
import { makeCounts, type Rarity } from './rarity.ts';
import { saidOf } from './traits.ts';

/** One element as the walk over the page saw it. */
export interface Spot {
  /** Place in document order. */
  readonly index: number;
  readonly element: Element;
  readonly parent: Spot | null;
  /** `li[3]`: tag and number among siblings of that tag. Roots of shadow trees and frames are steps of their own. */
  readonly step: string;
  /** Index of the first element after this one and all that is in it. */
  end: number;
  /** Text as it is compared, its own and that of what is in it. Cut where comparing ends. */
  text: string;
  /** Its texts and labels are not read. */
  readonly isPrivate: boolean;
  /** It has text of its own, not only in elements within it. */
  hasOwnText: boolean;
  /** Text of its card, once somebody asked. */
  card?: string;
}

/** One moment of a page: every element once, with what it says, and where to look for what. */
export interface Survey {
  readonly spots: readonly Spot[];
  readonly rarity: Rarity;
  spotOf(element: Element): Spot | undefined;
  /** Elements with this key; see keys.ts. In document order. */
  having(key: string): readonly Spot[];
}

/** How many elements are looked at between two pauses. */
const STRIDE = 150;
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svc-overlay', 'head']);
/** What is inside says nothing to a reader as text. */
const CLOSED = new Set(['textarea', 'canvas', 'video', 'audio', 'object']);
const TEXT_LIMIT = 240;

/** Walks over the page, its open shadow roots and its frames of the same origin. Reads no layout. Yields between strides. */
export function* surveySteps(document: Document): Generator<void, Survey> {
  const spots: Spot[] = [];
  const byElement = new Map<Element, Spot>();
  const byKey = new Map<string, Spot[]>();
  const { add, rarity } = makeCounts(() => spots.length);
  const stack: { node: Node | null; parent: Spot | null; numbers: Map<string, number> | null }[] = [];
  const enter = (root: Node | null, parent: Spot | null) =>
    stack.push({ node: root?.firstChild ?? null, parent, numbers: null });

  enter(document, null);
  for (let line = stack[0]; line; line = stack[stack.length - 1]) {
    const { node, parent } = line;
    if (!node) {
      stack.pop();
      if (parent && stack[stack.length - 1]?.parent !== parent) close(parent);
      continue;
    }
    line.node = node.nextSibling;
    if (node.nodeType === 3) {
      if (parent && !parent.isPrivate) say(parent, node.nodeValue ?? '');
      continue;
    }
    if (node.nodeType !== 1) continue;
    const element = node as Element;
    const tag = element.localName;
    line.numbers ??= new Map();
    const number = (line.numbers.get(tag) ?? 0) + 1;
    line.numbers.set(tag, number);
    if (SKIPPED.has(tag)) continue;
    const spot: Spot = {
      index: spots.length,
      element,
      parent,
      step: `${tag}[${number}]`,
      end: 0,
      text: '',
      isPrivate: parent?.isPrivate || isMarkedPrivate(element),
      hasOwnText: false,
    };
    spots.push(spot);
    byElement.set(element, spot);
    const closed = CLOSED.has(tag);
    enter(closed ? null : element, spot);
    if (!closed) {
      if (element.shadowRoot) enter(element.shadowRoot, spot);
      if (tag === 'iframe' || tag === 'frame') enter(documentIn(element), spot);
    }
    if (spots.length % STRIDE === 0) yield;
  }

  /** All of it has been seen. */
  function close(spot: Spot): void {
    spot.end = spots.length;
    if (spot.parent) append(spot.parent, spot.text);
    for (const key of keysOf(spot, add)) {
      const line = byKey.get(key);
      if (line) line.push(spot);
      else byKey.set(key, [spot]);
    }
  }

  const inOrder = new Set<string>();
  return {
    spots,
    rarity,
    spotOf: (element) => byElement.get(element),
    having(key) {
      const line = byKey.get(key) ?? [];
      // Elements are entered when they close, the inner ones first.
      if (!inOrder.has(key)) line.sort((a, b) => a.index - b.index);
      inOrder.add(key);
      return line;
    },
  };
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
