/**
 * True for an id or class that a person wrote and that is likely to survive the next build: words,
 * perhaps with a short number (`hero-title`, `productCard`, `col-3`). False for generated names
 * (`css-1q2w3e`, `Button_x3F2a`), ids counted at run time (`ember1234`, `:r1:`) and state names
 * (`is-open`, `active`).
 */
export function isWordLike(name: string): boolean {
  if (name.length > 48 || STATE.test(name)) return false;
  const parts = name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .split(/[-_]+/)
    .filter(Boolean);
  return (
    parts.every((part) => PART.test(part) && !/[^aeiouy\d]{5,}/i.test(part)) && parts.some((part) => WORD.test(part))
  );
}

const STATE =
  /^(is|has)-|^(active|hover|focus|open|closed|selected|disabled|visible|hidden|show|collapsed|loading|current)$/;
const PART = /^([a-z]+\d{0,2}|\d{1,3})$/i;
const WORD = /^(?=.*[aeiouy])[a-z]{3}/i;
