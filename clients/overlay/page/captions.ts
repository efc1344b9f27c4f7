import { tagOf } from '../../shared/page/dom-access.ts';
import { textOf } from '../../shared/page/text.ts';

/** Returns the beginning of the element's text, for a title. */
export function excerptOf(element: Element): string {
  return truncate(textOf(element));
}

/** Shortens a text for a title. */
export const truncate = (text: string): string => (text.length > 36 ? `${text.slice(0, 35).trimEnd()}…` : text);

/** Describes an element for people: its tag and text. */
export function captionOf(element: Element): string {
  const text = excerptOf(element);
  const tag = tagOf(element);
  return text ? `${tag} · ${text}` : tag;
}
