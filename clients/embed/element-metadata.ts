import { TEST_IDS } from '../shared/locators/test-ids.ts';
import { isWordLike } from '../shared/locators/word-like.ts';
import { xpathOf } from '../shared/locators/xpath-of.ts';
import { ownText } from './element-text.ts';
import { isWithinUserInput, type PrivacyLevel } from './privacy.ts';

/** Description of an event's element. */
export interface ElementMetadata {
  tag: string;
  selector: string;
  xpath: string;
  id?: string;
  text?: string;
}

let cache = new WeakMap<Element, ElementMetadata>();

/** Clears the cache: paths contain sibling positions, which are valid until the page changes. */
export function clearMetadata(): void {
  cache = new WeakMap();
}

/**
 * Describes an element. Cheap, because it runs on every hover. Masked elements are described by
 * tags and positions only.
 */
export function metadataOf(element: Element, privacy: PrivacyLevel): ElementMetadata {
  const open = privacy === 'open';
  // A cached entry may predate masking.
  const cached = open && cache.get(element);
  if (cached) return cached;
  const text = open && !isWithinUserInput(element) ? ownText(element) : '';
  const metadata: ElementMetadata = {
    tag: element.localName,
    selector: selectorOf(element, open),
    xpath: xpathOf(element),
    id: (open && element.getAttribute('id')?.slice(0, 200)) || undefined,
    text: text || undefined,
  };
  if (open) cache.set(element, metadata);
  return metadata;
}

const MAX_SELECTOR_LENGTH = 1000;

/**
 * Returns a path from the nearest element with a unique name. Names within masked elements are not
 * used.
 */
function selectorOf(element: Element, open: boolean): string {
  let path = '';
  for (let node: Element | null = element; node; node = node.parentElement) {
    const name = open || !node.closest('[data-svc-mask]') ? ownName(node, node !== element || open) : '';
    if (name) return `${name}${path}`.slice(0, MAX_SELECTOR_LENGTH);
    path = ` > ${step(node)}${path}`;
  }
  return path.slice(3, MAX_SELECTOR_LENGTH);
}

function ownName(element: Element, isAllowed: boolean): string {
  if (!isAllowed) return '';
  for (const name of TEST_IDS) {
    const value = element.getAttribute(name);
    if (value && value.length <= 100) return `[${name}="${CSS.escape(value)}"]`;
  }
  const { id } = element;
  return typeof id === 'string' && id && isWordLike(id) && document.getElementById(id) === element
    ? `#${CSS.escape(id)}`
    : '';
}

function step(element: Element): string {
  const { localName } = element;
  let number = 1;
  let hasSibling = false;
  for (let node = element.previousElementSibling; node; node = node.previousElementSibling) {
    if (node.localName === localName) number++;
  }
  for (let node = element.nextElementSibling; node && !hasSibling; node = node.nextElementSibling) {
    hasSibling = node.localName === localName;
  }
  return CSS.escape(localName) + (number > 1 || hasSibling ? `:nth-of-type(${number})` : '');
}
