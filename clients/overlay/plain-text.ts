/** So much is kept of a line: more than is sent, so that nothing private is cut in the middle before it is taken out. */
const LONGEST = 600;
/** Characters of a stack among which its first place is looked for. */
const LOOKED_AT = 5_000;

/**
 * What was logged, as one short text. Objects are described one level deep and never asked anything: no getter, `toJSON`
 * or `toString` of the page runs.
 */
export function plain(values: readonly unknown[]): string {
  const [first, ...rest] = values;
  let texts = values;
  if (typeof first === 'string' && first.includes('%')) {
    const left = [...rest];
    const filled = first.replace(/%[sdifoOc]/g, (mark) => {
      if (left.length === 0) return mark;
      const value = left.shift();
      return mark === '%c' ? '' : textOf(value);
    });
    texts = [filled, ...left];
  }
  return texts
    .map((value) => textOf(value))
    .join(' ')
    .slice(0, LONGEST);
}

function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return depth ? `"${value.slice(0, 60)}"` : value.slice(0, LONGEST);
  if (typeof value === 'function') return 'ƒ';
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return errorText(value);
  if (value instanceof Element) return `<${value.localName}>`;
  if (Array.isArray(value)) return depth ? `Array(${value.length})` : `[${listOf(value.slice(0, 8))}]`;
  return depth ? '{…}' : `{${membersOf(value)}}`;
}

const listOf = (values: readonly unknown[]) => values.map((value) => textOf(value, 1)).join(', ');

function membersOf(value: object): string {
  const names = Object.keys(value);
  const members = names.slice(0, 8).map((name) => {
    const descriptor = Object.getOwnPropertyDescriptor(value, name);
    return `${name}: ${descriptor && 'value' in descriptor ? textOf(descriptor.value, 1) : '…'}`;
  });
  return [...members, ...(names.length > 8 ? ['…'] : [])].join(', ');
}

function errorText({ name, message, stack = '' }: Error): string {
  const place = /https?:\/\/[^\s)]+:\d+:\d+/.exec(stack.slice(0, LOOKED_AT))?.[0] ?? '';
  return `${name}: ${message}${place ? ` (${place.replace(/[?#][^:]*/, '')})` : ''}`;
}
