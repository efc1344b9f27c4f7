import { HTML } from '../shared/page/namespaces.ts';
import { describeElement, isOpaque, isRecorded, StyleSets } from './describe-element.ts';
import { json } from './json.ts';
import type { PageChanges } from './mutation-tracker.ts';
import { isSecret } from './privacy.ts';

/** Limits of a snapshot: elements, and approximate bytes of JSON. The service accepts 1 MiB. */
const MAX_ELEMENTS = 5_000;
const MAX_BYTES = 800_000;
/** Largest coordinate of a box that the service accepts, CSS pixels. */
const MAX_COORDINATE = 10_000_000;

interface Frame {
  /** Next element to visit. */
  next: Element | null;
  parent: number | undefined;
  masked: boolean;
  /** True if all descendants are serialized again. */
  isNew: boolean;
  /** Refs of the children in order, if they changed; else undefined. */
  order: number[] | undefined;
  /** Siblings visited so far, by name. */
  counts: Map<string, number>;
  /** All siblings, by name. */
  totals: Map<string, number>;
}

interface KnownElement {
  ref: number;
  /** Step and box as JSON. */
  location: string;
}

/** Results of a walk; each is the body of a JSON array. */
interface Found {
  elements: string;
  moved: string;
  order: string;
  removed: string;
}

/**
 * Walks the page incrementally and serializes elements: all of them on the first walk, then the
 * differences.
 */
export class PageModel {
  readonly styles = new StyleSets();
  private readonly known = new WeakMap<Element, KnownElement>();
  private changed: PageChanges | undefined;
  /** Scroll position, read once per slice: each read costs as much as an element. */
  private scrolled: [x: number, y: number] = [0, 0];
  private nextRef = 0;
  private frames: Frame[] = [];
  private found: Found = { elements: '', moved: '', order: '', removed: '' };
  private count = 0;
  private bytes = 0;

  /** Starts a walk over the changes, or over everything without them. Reads no layout. */
  begin(changed?: PageChanges): void {
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

  /**
   * Must be called before the first step and after every pause, because the visitor may have
   * scrolled. Forces a layout.
   */
  readScroll(): void {
    this.scrolled = [scrollX, scrollY];
  }

  /**
   * Visits one element.
   *
   * @returns true if more are left
   */
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

  serializeFound(): Found {
    const { elements, moved, order, removed } = this.found;
    return { elements: `[${elements}]`, moved: `[${moved}]`, order: `[${order}]`, removed: `[${removed}]` };
  }

  private visit(element: Element, frame: Frame): void {
    const tag = element.localName;
    const name = nameOf(element, tag);
    const number = count(frame.counts, name);
    if (!isRecorded(element, tag)) {
      this.forget(element);
      return;
    }
    const masked = frame.masked || element.hasAttribute('data-svc-mask');
    const known = this.known.get(element);
    const ref = known ? known.ref : this.nextRef++;
    const step = json((frame.totals.get(name) ?? 1) > 1 ? `${name}[${number}]` : name);
    const box = this.boxOf(element);
    const location = `${step},${box}`;
    const deep = frame.isNew || !known || (this.changed?.deep.has(element) ?? false);
    if (deep || this.changed?.own.has(element)) {
      this.add(
        'elements',
        describeElement(element, { tag, ref, parent: frame.parent, step, box, masked, styles: this.styles }),
      );
    } else if (known.location !== location) {
      this.add('moved', `[${ref},${location}]`);
    }
    this.known.set(element, { ref, location });
    this.count++;
    frame.order?.push(ref);
    if (element.firstElementChild && !isOpaque(element, tag) && !isSecret(element, tag)) {
      this.frames.push(frameOf(element, ref, masked, deep, this.changed?.parents.has(element)));
    }
  }

  /** Its descendants are removed with it. */
  private forget(element: Element): void {
    const known = this.known.get(element);
    if (known && this.known.delete(element)) this.add('removed', `${known.ref}`);
  }

  private add(to: keyof Found, text: string): void {
    this.found[to] += (this.found[to] && ',') + text;
    // Characters beyond ASCII take up to three bytes.
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
  isNew: boolean,
  isOrderNew: boolean | undefined,
): Frame {
  const totals = new Map<string, number>();
  let left = MAX_ELEMENTS;
  for (let node = parent.firstElementChild; node && left-- > 0; node = node.nextElementSibling)
    count(totals, nameOf(node));
  const next = parent.firstElementChild;
  return { next, parent: ref, masked, isNew, order: isOrderNew ? [] : undefined, counts: new Map(), totals };
}

/**
 * Whether a tag name is a valid XPath step, by tag. A page has few names and each is looked up
 * often.
 */
const plain = new Map<string, boolean>();

/** Longest element name, characters; the service accepts 100 with the position among siblings. */
const MAX_NAME = 90;

/** Returns the element's name as an XPath step. */
function nameOf(element: Element, tag = element.localName): string {
  let isPlain = plain.get(tag);
  if (isPlain === undefined) {
    isPlain = /^[a-z][\w-]*$/.test(tag);
    plain.set(tag, isPlain);
  }
  return (isPlain && element.namespaceURI === HTML ? tag : `*[name()="${element.nodeName}"]`).slice(0, MAX_NAME);
}

function count(counts: Map<string, number>, name: string): number {
  const location = (counts.get(name) ?? 0) + 1;
  counts.set(name, location);
  return location;
}

const round = (pixels: number): number =>
  Math.round(Math.max(-MAX_COORDINATE, Math.min(MAX_COORDINATE, pixels)) * 10) / 10;
