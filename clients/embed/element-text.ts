/** Maximum length of an element's text, characters. */
const MAX_TEXT_LENGTH = 100;

/**
 * Returns the element's own text without that of child elements: white space collapsed, at most 100
 * characters.
 */
export function ownText(element: Element): string {
  const text = element.firstElementChild
    ? textBetween(element)
    : (element.textContent || '').slice(0, 4 * MAX_TEXT_LENGTH);
  return (COLLAPSIBLE.test(text) ? text.replace(/\s+/g, ' ') : text).trim().slice(0, MAX_TEXT_LENGTH).trim();
}

/** Any white space except a single space. */
const COLLAPSIBLE = /[^\S ]| {2}/;

function textBetween(element: Element): string {
  let text = '';
  for (let node = element.firstChild; node && text.length < MAX_TEXT_LENGTH; node = node.nextSibling) {
    if (node.nodeType === 3) text += ` ${(node.nodeValue || '').slice(0, 4 * MAX_TEXT_LENGTH)}`;
  }
  return text;
}

/**
 * Strips query and fragment, which can contain secrets; returns '' for other schemes than http(s).
 */
export function bareAddress(address: string): string {
  return /^https?:/i.test(address) ? address.slice(0, 1000).replace(/[?#].*/, '') : '';
}
