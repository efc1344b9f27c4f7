import { ask, attributeOf, reader, tagOf } from '../shared/page/dom-access.ts';
import { HOST_TAG } from '../shared/page/host-tag.ts';
import { documentElementOf, idOf, isVisible, matchesIn } from './dom-access.ts';

const classesOf = reader('classList');
const nodesOf = reader('childNodes');

/** One visible element, as the page record keeps it (src/infrastructure/capture/page-record.ts). */
export interface RecordedElement {
  selector: string;
  xpath: string;
  tag: string;
  id: string;
  classes: string[];
  text: string;
  box: [number, number, number, number];
  style: Record<(typeof STYLES)[number], string>;
}

const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 400;
/** Of selectors, paths and classes of all elements together: each names all that it is in. */
const MAX_CHARACTERS = 20_000_000;
const TEXT_LIMIT = 200;
const MAX_CLASSES = 20;
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'head', 'meta', 'link', 'title', 'br', HOST_TAG]);
const STYLES = ['color', 'backgroundColor', 'borderColor', 'fontSize', 'fontWeight', 'fontFamily', 'opacity'] as const;

interface Place {
  selector: string;
  xpath: string;
}

/** Describes what can be seen, in document order, in one walk over the document. */
export function recordElements(): RecordedElement[] {
  const ids = countIds();
  const found: RecordedElement[] = [];
  let characters = 0;

  const hasRoom = () => found.length < MAX_ELEMENTS && characters < MAX_CHARACTERS;
  function add(element: RecordedElement): void {
    found.push(element);
    characters += element.selector.length + element.xpath.length + element.classes.join(' ').length;
  }

  /** @returns the text of the element, as far as the limit needs it */
  function visit(element: Element, place: Place, depth: number): string {
    if (SILENT.has(tagOf(element))) return '';
    // Also for what an ancestor hides.
    const isShown = isVisible(element);
    const isRead = isShown || getComputedStyle(element).display === 'contents';
    const own = isShown && hasRoom() ? describe(element, place) : undefined;
    if (own) add(own);
    let text = '';
    const nodes = Array.from(nodesOf(element));
    const names = countNames(nodes);
    const seen = new Map<string, number>();
    for (const node of nodes) {
      if (node instanceof Text && isRead) text = append(text, node.data);
      if (!(node instanceof Element) || depth >= MAX_DEPTH) continue;
      const name = tagOf(node);
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      const twins = names.get(name) ?? 1;
      const below = placeOf(node, { nth, twins }, place, ids);
      // Inside a picture there is nothing to point at.
      if (!(element instanceof SVGElement)) text = append(text, visit(node, below, depth + 1));
    }
    const cut = text.trim();
    if (own) own.text = cut || labelOf(element);
    return cut;
  }

  const root = documentElementOf(document);
  if (root) visit(root, { selector: 'html', xpath: '/html' }, 0);
  return found.filter(({ box: [, , width, height] }) => width > 0 && height > 0);
}

function describe(element: Element, { selector, xpath }: Place): RecordedElement {
  const { left, top, width, height } = ask(element, 'getBoundingClientRect');
  const computed = getComputedStyle(element);
  return {
    selector,
    xpath,
    tag: tagOf(element),
    id: idOf(element).slice(0, TEXT_LIMIT),
    classes: Array.from(classesOf(element))
      .slice(0, MAX_CLASSES)
      .map((name) => name.slice(0, TEXT_LIMIT)),
    text: '',
    box: [round(left + scrollX), round(top + scrollY), round(width), round(height)],
    style: Object.fromEntries(
      STYLES.map((name) => [name, computed[name].slice(0, TEXT_LIMIT)]),
    ) as RecordedElement['style'],
  };
}

function countIds(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of matchesIn(document, '[id]').map(idOf)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function countNames(nodes: Node[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const node of nodes) {
    if (node instanceof Element) counts.set(tagOf(node), (counts.get(tagOf(node)) ?? 0) + 1);
  }
  return counts;
}

/** An id of its own, or the way down from the nearest ancestor that has one. */
function placeOf(
  element: Element,
  { nth, twins }: { nth: number; twins: number },
  parent: Place,
  ids: Map<string, number>,
): Place {
  const name = CSS.escape(tagOf(element));
  const id = idOf(element);
  const unique = id !== '' && id.length <= 100 && ids.get(id) === 1;
  return {
    selector: unique ? `#${CSS.escape(id)}` : `${parent.selector} > ${name}${twins > 1 ? `:nth-of-type(${nth})` : ''}`,
    xpath: `${parent.xpath}/${stepOf(element)}${twins > 1 ? `[${nth}]` : ''}`,
  };
}

/** Names of other namespaces, such as svg, match by name() alone. */
const stepOf = (element: Element): string =>
  element instanceof HTMLElement ? tagOf(element) : `*[name()="${tagOf(element)}"]`;

function append(text: string, more: string): string {
  if (text.length >= TEXT_LIMIT || more === '') return text;
  const joined = `${text} ${more.slice(0, 4 * TEXT_LIMIT)}`;
  return joined
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trimStart()
    .slice(0, TEXT_LIMIT);
}

const labelOf = (element: Element): string =>
  ['aria-label', 'alt', 'title', 'placeholder']
    .map((name) => attributeOf(element, name)?.trim())
    .find(Boolean)
    ?.slice(0, TEXT_LIMIT) ?? '';

const round = (pixels: number): number => Math.round(pixels * 100) / 100;
