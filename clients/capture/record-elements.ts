import { attributeOf, callNative, nativeGetter, tagOf } from '../shared/page/dom-access.ts';
import { HOST_TAG } from '../shared/page/host-tag.ts';
import { documentElementOf, idOf, isVisible, matchesIn } from './dom-access.ts';
import { joined, type LinkTarget, ownTarget, ownWindow } from './link-target.ts';

const classesOf = nativeGetter('classList');
const nodesOf = nativeGetter('childNodes');

/** A visible element of the page record (src/infrastructure/capture/page-record.ts). */
export interface RecordedElement {
  selector: string;
  xpath: string;
  tag: string;
  id: string;
  classes: string[];
  text: string;
  box: [number, number, number, number];
  style: Record<(typeof STYLES)[number], string> & { linkTarget?: string; linkWindow?: string };
}

const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 400;
/**
 * Limit of the combined length of selectors, XPaths and classes: each path repeats all ancestors.
 */
const MAX_CHARACTERS = 20_000_000;
const TEXT_LIMIT = 200;
const MAX_CLASSES = 20;
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'head', 'meta', 'link', 'title', 'br', HOST_TAG]);
const LISTS = new Set(['ul', 'ol', 'menu']);
const STYLES = [
  'color',
  'backgroundColor',
  'borderColor',
  'fontSize',
  'fontWeight',
  'fontFamily',
  'opacity',
  'backgroundImage',
  'borderStyle',
  'borderWidth',
  'borderRadius',
  'boxShadow',
  'filter',
  'fontStyle',
  'letterSpacing',
  'lineHeight',
  'listStyleType',
  'outlineStyle',
  'textAlign',
  'textDecorationLine',
  'textTransform',
  'transform',
] as const;

/** Text and target that an element adds to those around it. */
interface Visited {
  /** Cut at TEXT_LIMIT. */
  text: string;
  /** Target of its links, or of the link around it. */
  target: LinkTarget;
}

const NOTHING: Visited = { text: '', target: undefined };

interface ElementPath {
  selector: string;
  xpath: string;
}

/** Describes all visible elements in document order, in one pass. */
export function recordElements(): RecordedElement[] {
  const ids = countIds();
  const found: RecordedElement[] = [];
  let characters = 0;

  const isWithinLimits = () => found.length < MAX_ELEMENTS && characters < MAX_CHARACTERS;
  function add(element: RecordedElement): void {
    found.push(element);
    characters += element.selector.length + element.xpath.length + element.classes.join(' ').length;
  }

  function visit(element: Element, path: ElementPath, depth: number, around: LinkTarget, opens?: string): Visited {
    if (SKIPPED.has(tagOf(element))) return NOTHING;
    // False as well if an ancestor is hidden.
    const isShown = isVisible(element);
    const isRead = isShown || getComputedStyle(element).display === 'contents';
    const own = isShown && isWithinLimits() ? describe(element, path) : undefined;
    if (own) add(own);
    const link = ownTarget(element) ?? around;
    const linkWindow = ownWindow(element) ?? opens;
    if (own && linkWindow) own.style.linkWindow = linkWindow;
    let within: LinkTarget;
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
      const siblings = names.get(name) ?? 1;
      const below = pathOf(node, { nth, siblings }, path, ids);
      // Text inside a drawing is not recorded.
      if (element instanceof SVGElement) continue;
      const child = visit(node, below, depth + 1, link, linkWindow);
      text = append(text, child.text);
      within = joined(within, child.target);
    }
    const cut = text.trim();
    const target = link ?? within;
    if (own) own.text = cut || labelOf(element);
    if (own && target !== null) own.style.linkTarget = target ?? '';
    return { text: cut, target: isShown || isRead ? target : undefined };
  }

  const root = documentElementOf(document);
  if (root) visit(root, { selector: 'html', xpath: '/html' }, 0, undefined);
  return found.filter(({ box: [, , width, height] }) => width > 0 && height > 0);
}

function describe(element: Element, { selector, xpath }: ElementPath): RecordedElement {
  const { left, top, width, height } = callNative(element, 'getBoundingClientRect');
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
    style: stylesOf(element, computed),
  };
}

function stylesOf(element: Element, computed: CSSStyleDeclaration): RecordedElement['style'] {
  const entries = STYLES.map((name) => [name, computed[name].slice(0, TEXT_LIMIT)]);
  const styles = Object.fromEntries(entries) as RecordedElement['style'];
  // All descendants of a list inherit the type of its markers.
  const hasMarkers = computed.display === 'list-item' || LISTS.has(tagOf(element));
  return hasMarkers ? styles : { ...styles, listStyleType: 'none' };
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

/** The element's unique id, or the path from the nearest ancestor with one. */
function pathOf(
  element: Element,
  { nth, siblings }: { nth: number; siblings: number },
  parent: ElementPath,
  ids: Map<string, number>,
): ElementPath {
  const name = CSS.escape(tagOf(element));
  const id = idOf(element);
  const unique = id !== '' && id.length <= 100 && ids.get(id) === 1;
  return {
    selector: unique
      ? `#${CSS.escape(id)}`
      : `${parent.selector} > ${name}${siblings > 1 ? `:nth-of-type(${nth})` : ''}`,
    xpath: `${parent.xpath}/${stepOf(element)}${siblings > 1 ? `[${nth}]` : ''}`,
  };
}

/** XPath matches names of other namespaces, such as `svg`, only by `name()`. */
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
