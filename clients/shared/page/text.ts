import { attributeOf, callNative, documentOf, ELEMENT, nodeTypeOf, TEXT } from './dom-access.ts';
import { HOST_TAG } from './host-tag.ts';
import { LABEL_ATTRIBUTES } from './label.ts';
import { isPrivacyRoot, isPrivate } from './privacy.ts';

/**
 * Longest text of an element, characters: long enough to distinguish the cards of a list, small
 * enough to be stored with every annotation.
 */
const TEXT_LIMIT = 300;

/**
 * Makes text comparable and storable: replaces runs of white space, control characters and lone
 * surrogates (which a JSON column rejects) by one space, trims and cuts.
 */
export function collapseWhitespace(text: string, limit = TEXT_LIMIT): string {
  return text.replace(UNSTORABLE, ' ').trim().slice(0, limit).replace(UNSTORABLE, ' ').trim();
}

/**
 * Returns the element's text, else its label: `aria-label`, `alt`, `title`, `placeholder`, or the
 * caption of a button input. Never reads private content.
 *
 * @returns at most {@link TEXT_LIMIT} characters; empty without text and label, and for `html` and
 * `body`, whose text is that of the whole page
 */
export function textOf(element: Element): string {
  if (callNative(element, 'matches', 'html, body') || isPrivate(element)) return '';
  return ownText(element) || label(element);
}

/**
 * Normalizes text for comparison: NFKC, lower case, collapsed white space, at most {@link
 * TEXT_LIMIT} characters.
 */
export function fold(text: string): string {
  return collapseWhitespace(
    text
      .slice(0, 4 * TEXT_LIMIT)
      .normalize('NFKC')
      .toLowerCase(),
  );
}

const UNSTORABLE = /[\s\p{Cc}\p{Cs}]+/gu;
const UNREAD_SELECTOR = `script, style, noscript, template, textarea, ${HOST_TAG}`;

/**
 * Constants of `NodeFilter`, shorter than their names: SHOW_ELEMENT | SHOW_TEXT, FILTER_ACCEPT and
 * FILTER_REJECT.
 */
const ELEMENTS_AND_TEXTS = 5;
const ACCEPT = 1;
const REJECT = 2;

/**
 * Creates a walker over the elements and texts that a reader sees: no scripts, styles or private
 * content.
 */
export function walkText(element: Element): TreeWalker {
  // No `instanceof`: nodes of a frame have other classes.
  const isUnread = (node: Node) =>
    nodeTypeOf(node) === ELEMENT &&
    (callNative(node as Element, 'matches', UNREAD_SELECTOR) || isPrivacyRoot(node as Element));
  const isHidden = isPrivate(element);
  return documentOf(element).createTreeWalker(element, ELEMENTS_AND_TEXTS, (node) =>
    isHidden || isUnread(node) ? REJECT : ACCEPT,
  );
}

function ownText(element: Element): string {
  if (callNative(element, 'matches', UNREAD_SELECTOR)) return '';
  const walker = walkText(element);
  let text = '';
  while (text.length <= TEXT_LIMIT && walker.nextNode()) {
    const { currentNode } = walker;
    const nodeValue = nodeTypeOf(currentNode) === TEXT && currentNode.nodeValue;
    if (nodeValue) text = `${text}${nodeValue.slice(0, 20 * TEXT_LIMIT)}`.replace(UNSTORABLE, ' ');
  }
  return collapseWhitespace(text);
}

function label(element: Element): string {
  const names = callNative(element, 'matches', 'input[type=submit], input[type=button], input[type=reset]')
    ? ['value']
    : LABEL_ATTRIBUTES;
  return names.map((name) => collapseWhitespace(attributeOf(element, name) ?? '')).find(Boolean) ?? '';
}
