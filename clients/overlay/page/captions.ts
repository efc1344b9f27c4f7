import { tagOf } from '../../shared/page/dom-access.ts';
import { textOf } from '../../shared/page/text.ts';

/** The beginning of the element's text, for a title. */
export function excerptOf(element: Element): string {
  return shorten(textOf(element));
}

/** The beginning of a text, for a title. */
export const shorten = (text: string): string => (text.length > 36 ? `${text.slice(0, 35).trimEnd()}…` : text);

/** What an element is and says, for who sees or hears which one is meant. */
export function captionOf(element: Element): string {
  const text = excerptOf(element);
  const tag = tagOf(element);
  return text ? `${tag} · ${text}` : tag;
}
