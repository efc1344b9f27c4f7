import { describe, isClosed, isShown, StyleSets } from './describe.ts';
import { isSecret } from './privacy.ts';

/** The most elements that a page is told with, and the most characters of JSON: the service takes 1 MiB. */
const MAX_ELEMENTS = 5_000;
const MAX_CHARACTERS = 800_000;

interface Frame {
  /** The next element to look at. */
  next: Element | null;
  parent: number | undefined;
  masked: boolean;
  /** How many of each name there were among the siblings so far. */
  counts: Map<string, number>;
  /** How many of each name there are among all of them. */
  totals: Map<string, number>;
}

/** Walks the page a few elements at a time, and writes down what it finds as JSON. */
export class PageModel {
  readonly styles = new StyleSets();
  /** Asked once for many elements, because each time would cost as much as an element. */
  scrolled: [number, number] = [0, 0];
  /** Numbers of the elements that were told. */
  refs = new WeakMap<Element, number>();
  private nextRef = 0;
  private frames: Frame[] = [];
  /** JSON of the elements found since the last {@link take}, joined by commas. */
  private found = '';
  private count = 0;

  /** Begins with an element and all within it. */
  begin(root: Element, parent?: number, masked = false): void {
    this.look();
    const frame = frameOf(root.parentElement ?? root, parent, masked);
    // Only the root itself, not its siblings; its place among them counts.
    for (let node = root.previousElementSibling; node; node = node.previousElementSibling) count(frame.counts, node);
    const only: Frame = { ...frame, next: null };
    this.visit(root, only);
  }

  /** The visitor may have scrolled since the last elements. */
  look(): void {
    this.scrolled = [scrollX, scrollY];
  }

  /** Tells of a known element anew, not of those within it. */
  again(element: Element, parent: number | undefined, masked: boolean): void {
    const { length } = this.frames;
    this.begin(element, parent, masked);
    this.frames.length = length;
  }

  /** Looks at one more element. @returns whether more is left */
  step(): boolean {
    const frame = this.frames[this.frames.length - 1];
    if (!frame || this.isFull()) return false;
    const element = frame.next;
    if (!element) {
      this.frames.pop();
      return this.frames.length > 0;
    }
    frame.next = element.nextElementSibling;
    this.visit(element, frame);
    return true;
  }

  isFull(): boolean {
    return this.count >= MAX_ELEMENTS || this.found.length > MAX_CHARACTERS;
  }

  /** JSON of a list of what was found. */
  take(): string {
    const { found } = this;
    this.found = '';
    this.count = 0;
    this.frames = [];
    return `[${found}]`;
  }

  private visit(element: Element, frame: Frame): void {
    const place = count(frame.counts, element);
    if (!isShown(element)) return;
    const masked = frame.masked || element.hasAttribute('data-svc-mask');
    const ref = this.refs.get(element) ?? this.nextRef++;
    this.refs.set(element, ref);
    const name = nameOf(element);
    const step = (frame.totals.get(name) ?? 1) > 1 ? `${name}[${place}]` : name;
    this.found += (this.found && ',') + describe(element, ref, frame.parent, step, masked, this);
    this.count++;
    if (element.firstElementChild && !isClosed(element) && !isSecret(element)) {
      this.frames.push(frameOf(element, ref, masked));
    }
  }
}

function frameOf(parent: Element, ref: number | undefined, masked: boolean): Frame {
  const totals = new Map<string, number>();
  for (let node = parent.firstElementChild; node; node = node.nextElementSibling) count(totals, node);
  return { next: parent.firstElementChild, parent: ref, masked, counts: new Map(), totals };
}

/** As steps of an XPath name elements. */
const nameOf = (element: Element): string =>
  element.namespaceURI === 'http://www.w3.org/1999/xhtml' && /^[a-z][\w-]*$/.test(element.localName)
    ? element.localName
    : `*[name()="${element.nodeName}"]`;

function count(counts: Map<string, number>, element: Element): number {
  const key = nameOf(element);
  const place = (counts.get(key) ?? 0) + 1;
  counts.set(key, place);
  return place;
}
