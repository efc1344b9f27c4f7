import { SELECTOR_LIMIT } from './selector.ts';
import { fold, textOf, textsAgree } from './text.ts';
import { byXPath } from './xpath.ts';

/** What was stored about an element, as far as finding it again needs it. Every part may be empty. */
export interface StoredTarget {
  readonly selector: string;
  readonly xpath: string;
  readonly text: string;
}

/** Finds elements by tag and exact text. One index serves one moment of the page: make a new one after a change. */
export type TextIndex = (tag: string, text: string) => readonly Element[];

/**
 * Finds the element a stored target means: by selector when one match agrees in text (or no text was stored), then by
 * XPath under the same condition, then by exact text among elements of the same tag when exactly one has it.
 *
 * @param index shares the text search between several calls on an unchanged page.
 * @returns null rather than a guess; never throws, whatever was stored.
 */
export function locate(document: Document, target: StoredTarget, index = textIndex(document)): Element | null {
  const { selector, xpath, text } = target;
  const agrees = (element: Element) => !text || textsAgree(text, textOf(element));
  const selected = select(document, selector).filter(agrees);
  if (selected.length === 1) return selected[0] ?? null;
  const byPath = byXPath(document, xpath);
  if (byPath && agrees(byPath)) return byPath;
  const tag = tagOf(target);
  return text && tag ? onlyOne(index(tag, text)) : null;
}

/** Makes the search by text for {@link locate}. Nothing is read before it is asked for. */
export function textIndex(document: Document): TextIndex {
  const tags = new Map<string, Map<string, Element[]>>();
  return (tag, text) => {
    const byText = tags.get(tag) ?? groupByText(document.getElementsByTagName(tag));
    tags.set(tag, byText);
    return byText.get(fold(text)) ?? [];
  };
}

/** Reading text costs time on every page change: of a tag used more often than this, the first ones are searched. */
const SEARCH_LIMIT = 5000;
const MATCH_LIMIT = 50;

function groupByText(elements: HTMLCollectionOf<Element>): Map<string, Element[]> {
  const groups = new Map<string, Element[]>();
  for (const element of Array.from(elements).slice(0, SEARCH_LIMIT)) {
    const text = fold(textOf(element));
    const group = groups.get(text);
    if (group) group.push(element);
    else if (text) groups.set(text, [element]);
  }
  return groups;
}

/**
 * What the selector matches; nothing when that is so much that the selector has lost its meaning. `:has()` is refused
 * because stored selectors come from the public and it can make one look-up quadratic.
 */
function select(document: Document, selector: string): Element[] {
  if (!selector || selector.length > SELECTOR_LIMIT || /:has\(/i.test(selector)) return [];
  try {
    const matches = document.querySelectorAll(selector);
    return matches.length > MATCH_LIMIT ? [] : Array.from(matches);
  } catch {
    return [];
  }
}

/** The last step names the tag. Only the end is read, because these patterns go back and forth over what they get. */
function tagOf({ selector, xpath }: StoredTarget): string {
  const step = /\/(?:\*\[name\(\)="([^"]+)"\]|([a-z][\w-]*))(?:\[[^\]]*\])*$/i.exec(xpath.slice(-100));
  const compound = /(?:^|[\s>+~])([a-z][\w-]*)[^\s>+~]*$/i.exec(selector.slice(-100));
  return step?.[1] ?? step?.[2] ?? compound?.[1] ?? '';
}

/** Of elements nested in one another with the same text, the innermost is meant; of twins side by side, none. */
function onlyOne(elements: readonly Element[]): Element | null {
  const last = elements[elements.length - 1];
  return last && elements.every((element) => element.contains(last)) ? last : null;
}
