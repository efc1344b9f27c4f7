import { ask, attributeOf, documentOf, ELEMENT, kindOf, TEXT } from './dom-access.ts';
import { HOST_TAG } from './host-tag.ts';
import { LABELS } from './label.ts';
import { isMarkedPrivate, isPrivate } from './privacy.ts';

/**
 * Longest text kept of an element, in characters: enough to tell the cards of a list apart, small enough to be stored
 * with every annotation.
 */
const TEXT_LIMIT = 300;

/**
 * Makes text comparable and storable: runs of white space, control characters and lone surrogates (which a JSON column
 * refuses) become one space, the ends are trimmed, and what is longer than the limit is cut.
 */
export function squeeze(text: string, limit = TEXT_LIMIT): string {
  return text.replace(UNSTORABLE, ' ').trim().slice(0, limit).replace(UNSTORABLE, ' ').trim();
}

/**
 * The text that a reader connects with the element. An element without text answers with its label: `aria-label`, `alt`,
 * `title`, `placeholder`, or the caption of a button input. What a visitor typed and what the page masks is never read.
 *
 * @returns at most {@link TEXT_LIMIT} characters; empty when the element has neither text nor label. Empty for `html`
 * and `body` too: their text is the whole page's, which says nothing about them.
 */
export function textOf(element: Element): string {
  if (ask(element, 'matches', 'html, body') || isPrivate(element)) return '';
  return ownText(element) || label(element);
}

/** Text as it is compared: compatibility forms united, lower case, squeezed to {@link TEXT_LIMIT} characters. */
export function fold(text: string): string {
  return squeeze(
    text
      .slice(0, 4 * TEXT_LIMIT)
      .normalize('NFKC')
      .toLowerCase(),
  );
}

const UNSTORABLE = /[\s\p{Cc}\p{Cs}]+/gu;
const SILENT = `script, style, noscript, template, textarea, ${HOST_TAG}`;

/** Numbers of the DOM, which its own names would make longer: `NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT` and what it answers. */
const ELEMENTS_AND_TEXTS = 5;
const ACCEPT = 1;
const REJECT = 2;

/** Walks over an element's text as a reader has it, without scripts, styles and what is private. Elements come along. */
export function walkText(element: Element): TreeWalker {
  // Not by instanceof: nodes of a frame are of other classes.
  const isSilent = (node: Node) =>
    kindOf(node) === ELEMENT && (ask(node as Element, 'matches', SILENT) || isMarkedPrivate(node as Element));
  const isHidden = isPrivate(element);
  return documentOf(element).createTreeWalker(element, ELEMENTS_AND_TEXTS, (node) =>
    isHidden || isSilent(node) ? REJECT : ACCEPT,
  );
}

function ownText(element: Element): string {
  if (ask(element, 'matches', SILENT)) return '';
  const walker = walkText(element);
  let text = '';
  while (text.length <= TEXT_LIMIT && walker.nextNode()) {
    const { currentNode } = walker;
    const nodeValue = kindOf(currentNode) === TEXT && currentNode.nodeValue;
    if (nodeValue) text = `${text}${nodeValue.slice(0, 20 * TEXT_LIMIT)}`.replace(UNSTORABLE, ' ');
  }
  return squeeze(text);
}

function label(element: Element): string {
  const names = ask(element, 'matches', 'input[type=submit], input[type=button], input[type=reset]')
    ? ['value']
    : LABELS;
  return names.map((name) => squeeze(attributeOf(element, name) ?? '')).find(Boolean) ?? '';
}
