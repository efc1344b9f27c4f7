/** Longest text that is told of an element, in characters. */
const LIMIT = 100;

/** The text that stands directly in an element, not in those within it, white space squeezed, cut at 100 characters. */
export function ownText(element: Element): string {
  const text = element.firstElementChild ? textBetween(element) : (element.textContent || '').slice(0, 4 * LIMIT);
  return (BLANK.test(text) ? text.replace(/\s+/g, ' ') : text).trim().slice(0, LIMIT).trim();
}

/** White space that is not one space. */
const BLANK = /[^\S ]| {2}/;

function textBetween(element: Element): string {
  let text = '';
  for (let node = element.firstChild; node && text.length < LIMIT; node = node.nextSibling) {
    if (node.nodeType === 3) text += ` ${(node.nodeValue || '').slice(0, 4 * LIMIT)}`;
  }
  return text;
}

/** An address without its query and fragment, which can hold secrets; empty for what is no http(s) address. */
export function bareAddress(address: string): string {
  return /^https?:/i.test(address) ? address.slice(0, 1000).replace(/[?#].*/, '') : '';
}
