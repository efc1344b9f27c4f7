import { TEST_IDS } from '../shared/locators/test-ids.ts';
import { isWordLike } from '../shared/locators/word-like.ts';
import { xpathOf } from '../shared/locators/xpath-of.ts';
import { ownText } from './element-text.ts';
import { isWithinTyped, type Openness } from './privacy.ts';

/** What an event says about its element. */
export interface ElementMetadata {
  tag: string;
  selector: string;
  xpath: string;
  id?: string;
  text?: string;
}

let known = new WeakMap<Element, ElementMetadata>();

/** Paths count siblings: they hold until the page changes. */
export function forgetNames(): void {
  known = new WeakMap();
}

/** Names an element: cheaply, for this runs at every hover. Of a masked one, tags and positions alone. */
export function metadataOf(element: Element, openness: Openness): ElementMetadata {
  const open = openness === 'open';
  // It may have been open before.
  const found = open && known.get(element);
  if (found) return found;
  const text = open && !isWithinTyped(element) ? ownText(element) : '';
  const made: ElementMetadata = {
    tag: element.localName,
    selector: selectorOf(element, open),
    xpath: xpathOf(element),
    id: (open && element.getAttribute('id')?.slice(0, 200)) || undefined,
    text: text || undefined,
  };
  if (open) known.set(element, made);
  return made;
}

const LONGEST = 1000;

/** From the nearest element that has a name of its own, step by step. Names within what is masked do not count. */
function selectorOf(element: Element, open: boolean): string {
  let path = '';
  for (let node: Element | null = element; node; node = node.parentElement) {
    const name = open || !node.closest('[data-svc-mask]') ? ownName(node, node !== element || open) : '';
    if (name) return `${name}${path}`.slice(0, LONGEST);
    path = ` > ${step(node)}${path}`;
  }
  return path.slice(3, LONGEST);
}

function ownName(element: Element, may: boolean): string {
  if (!may) return '';
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
  let place = 1;
  let twin = false;
  for (let node = element.previousElementSibling; node; node = node.previousElementSibling) {
    if (node.localName === localName) place++;
  }
  for (let node = element.nextElementSibling; node && !twin; node = node.nextElementSibling) {
    twin = node.localName === localName;
  }
  return CSS.escape(localName) + (place > 1 || twin ? `:nth-of-type(${place})` : '');
}
