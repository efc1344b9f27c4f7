/**
 * Serializes plain values as JSON. `JSON.stringify` would call a `toJSON` that a library of the
 * page added to arrays or strings. NUL and lone surrogates, which a database cannot store, become
 * spaces.
 */
export function json(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return value - value === 0 ? `${value}` : 'null';
  if (typeof value === 'boolean') return `${value}`;
  if (typeof value !== 'object' || value === null) return 'null';
  let parts = '';
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) parts += `${parts && ','}${json(value[i])}`;
    return `[${parts}]`;
  }
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    if (member !== undefined) parts += `${parts && ','}${quoted(name)}:${json(member)}`;
  }
  return `{${parts}}`;
}

const UNSTORABLE = /\0|\p{Cs}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const ESCAPED = /["\\\x01-\x1f]/g;

/** Fast path for strings without escapes: nearly all of the thousands on a page. */
const PLAIN = /^[ !#-[\]-\ud7ff]*$/;

const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : escaped(text));

const escaped = (text: string): string =>
  `"${text
    .replace(UNSTORABLE, ' ')
    .replace(ESCAPED, (char) => `\\u${(char.charCodeAt(0) + 0x10000).toString(16).slice(1)}`)}"`;
