import { HTML } from '../shared/page/namespaces.ts';
import { describe, isClosed, isShown, StyleSets } from './describe-element.ts';
import { json } from './json.ts';
import type { Changed } from './mutation-tracker.ts';
import { isSecret } from './privacy.ts';

/** The most elements that a page is told with, and about the most bytes of JSON: the service takes 1 MiB. */
const MAX_ELEMENTS = 5_000;
const MAX_BYTES = 800_000;
/** Further away from the page's corner, the service takes no box. */
const FURTHEST = 10_000_000;

interface Frame {
  /** The next element to look at. */
  next: Element | null;
  parent: number | undefined;
  masked: boolean;
  /** Everything in it is told anew. */
  fresh: boolean;
  /** Its children are not those of before, or not in that order: their numbers. */
  order: number[] | undefined;
  /** How many of each name there were among the siblings so far. */
  counts: Map<string, number>;
  /** How many of each name there are among all of them. */
  totals: Map<string, number>;
}

interface Known {
  ref: number;
  /** JSON of its step and its box. */
  place: string;
}

/** What a walk has found, each as JSON of a list. */
interface Found {
  elements: string;
  moved: string;
  order: string;
  removed: string;
}

/** Walks the page a few elements at a time, and writes down what it finds: first all of it, then what is different. */
export class PageModel {
  readonly styles = new StyleSets();
  private readonly known = new WeakMap<Element, Known>();
  private changed: Changed | undefined;
  /** Asked once for many elements, because each time would cost as much as an element. */
  private scrolled: [x: number, y: number] = [0, 0];
  private nextRef = 0;
  private frames: Frame[] = [];
  private found: Found = { elements: '', moved: '', order: '', removed: '' };
  private count = 0;
  private bytes = 0;

  /** Begins with what is different since the last walk. Reads no layout. */
  begin(changed?: Changed): void {
    this.changed = changed;
    this.count = 0;
    this.bytes = 0;
    this.found = { elements: '', moved: '', order: '', removed: '' };
    const root = document.documentElement;
    this.frames = [{ ...frameOf(document, undefined, false, false, false), next: root }];
    changed?.removed.forEach((element) => {
      if (!element.isConnected) this.forget(element);
    });
  }

  /** To be called before the first step, and where the visitor may have scrolled since the last one. Lays out what is not. */
  look(): void {
    this.scrolled = [scrollX, scrollY];
  }

  /** Looks at one more element. @returns whether more is left */
  step(): boolean {
    const frame = this.frames[this.frames.length - 1];
    if (!frame || this.count >= MAX_ELEMENTS || this.bytes > MAX_BYTES) return false;
    const element = frame.next;
    if (!element) {
      this.frames.pop();
      if (frame.order) this.add('order', `[${frame.parent},${json(frame.order)}]`);
      return this.frames.length > 0;
    }
    frame.next = element.nextElementSibling;
    this.visit(element, frame);
    return true;
  }

  take(): Found {
    const { elements, moved, order, removed } = this.found;
    return { elements: `[${elements}]`, moved: `[${moved}]`, order: `[${order}]`, removed: `[${removed}]` };
  }

  private visit(element: Element, frame: Frame): void {
    const tag = element.localName;
    const name = nameOf(element, tag);
    const number = count(frame.counts, name);
    if (!isShown(element, tag)) {
      this.forget(element);
      return;
    }
    const masked = frame.masked || element.hasAttribute('data-svc-mask');
    const known = this.known.get(element);
    const ref = known ? known.ref : this.nextRef++;
    const step = json((frame.totals.get(name) ?? 1) > 1 ? `${name}[${number}]` : name);
    const box = this.boxOf(element);
    const place = `${step},${box}`;
    const deep = frame.fresh || !known || (this.changed?.deep.has(element) ?? false);
    if (deep || this.changed?.own.has(element)) {
      this.add(
        'elements',
        describe(element, { tag, ref, parent: frame.parent, step, box, masked, styles: this.styles }),
      );
    } else if (known.place !== place) {
      this.add('moved', `[${ref},${place}]`);
    }
    this.known.set(element, { ref, place });
    this.count++;
    frame.order?.push(ref);
    if (element.firstElementChild && !isClosed(element, tag) && !isSecret(element, tag)) {
      this.frames.push(frameOf(element, ref, masked, deep, this.changed?.parents.has(element)));
    }
  }

  /** What stands within it goes with it. */
  private forget(element: Element): void {
    const known = this.known.get(element);
    if (known && this.known.delete(element)) this.add('removed', `${known.ref}`);
  }

  private add(to: keyof Found, text: string): void {
    this.found[to] += (this.found[to] && ',') + text;
    // Beyond ASCII, a character takes up to three bytes.
    this.bytes += text.length + (/[^ -~]/.test(text) ? 2 * text.replace(/[ -~]+/g, '').length : 0);
  }

  private boxOf(element: Element): string {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = this.scrolled;
    return `[${round(left + x)},${round(top + y)},${round(width)},${round(height)}]`;
  }
}

function frameOf(
  parent: ParentNode,
  ref: number | undefined,
  masked: boolean,
  fresh: boolean,
  isOrderNew: boolean | undefined,
): Frame {
  const totals = new Map<string, number>();
  let left = MAX_ELEMENTS;
  for (let node = parent.firstElementChild; node && left-- > 0; node = node.nextElementSibling)
    count(totals, nameOf(node));
  const next = parent.firstElementChild;
  return { next, parent: ref, masked, fresh, order: isOrderNew ? [] : undefined, counts: new Map(), totals };
}

/** Those of HTML, whether they can stand in a path as they are. A page has few names and asks for them often. */
const plain = new Map<string, boolean>();

/** Longest name of an element, in characters; the service takes 100, with the place among its siblings. */
const MAX_NAME = 90;

/** As steps of an XPath name elements. */
function nameOf(element: Element, tag = element.localName): string {
  let isPlain = plain.get(tag);
  if (isPlain === undefined) {
    isPlain = /^[a-z][\w-]*$/.test(tag);
    plain.set(tag, isPlain);
  }
  return (isPlain && element.namespaceURI === HTML ? tag : `*[name()="${element.nodeName}"]`).slice(0, MAX_NAME);
}

function count(counts: Map<string, number>, name: string): number {
  const place = (counts.get(name) ?? 0) + 1;
  counts.set(name, place);
  return place;
}

const round = (pixels: number): number => Math.round(Math.max(-FURTHEST, Math.min(FURTHEST, pixels)) * 10) / 10;
