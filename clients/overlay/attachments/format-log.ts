/** So much is kept of a line: more than is sent, so that nothing private is cut in the middle before it is taken out. */
const LONGEST = 600;
/** Characters of a stack among which its first place is looked for. */
const LOOKED_AT = 5_000;

/**
 * What was logged, as one short text; never throws. Objects are described one level deep and never asked anything: no getter,
 * `toJSON` or `toString` of the page runs; the traps of its proxies do, because nothing tells a proxy from what it stands for.
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

/** `?` for what cannot be read, such as a revoked proxy. */
function textOf(value: unknown, depth = 0): string {
  try {
    if (typeof value === 'string') return depth ? `"${value.slice(0, 60)}"` : value.slice(0, LONGEST);
    if (typeof value === 'function') return 'ƒ';
    if (typeof value !== 'object' || value === null) return String(value);
    if (value instanceof Error) return errorText(value);
    if (value instanceof Element) return `<${value.localName}>`;
    if (Array.isArray(value)) return depth ? `Array(${value.length})` : `[${membersOf(value)}]`;
    return depth ? '{…}' : `{${membersOf(value)}}`;
  } catch {
    return '?';
  }
}

function membersOf(value: object): string {
  const isList = Array.isArray(value);
  const names = isList ? [...Array(Math.min(value.length, 9)).keys()] : Object.keys(value);
  const members = names.slice(0, 8).map((name) => {
    const descriptor = Object.getOwnPropertyDescriptor(value, name);
    const text = descriptor && 'value' in descriptor ? textOf(descriptor.value, 1) : '…';
    return isList ? text : `${name}: ${text}`;
  });
  return [...members, ...(names.length > 8 ? ['…'] : [])].join(', ');
}

function errorText(error: Error): string {
  const [name, message, stack] = ['name', 'message', 'stack'].map((member) => memberText(error, member));
  const place = /https?:\/\/[^\s)]+:\d+:\d+/.exec(stack?.slice(0, LOOKED_AT) ?? '')?.[0] ?? '';
  return `${name}: ${message}${place ? ` (${place.replace(/[?#][^:]*/, '')})` : ''}`;
}

/** A member's text, own or inherited. Of getters only the browser's run; what is no text is as if it were not there. */
function memberText(of: object, name: string): string {
  let descriptor: PropertyDescriptor | undefined;
  for (let at: object | null = of; at && !descriptor; at = Object.getPrototypeOf(at)) {
    descriptor = Object.getOwnPropertyDescriptor(at, name);
  }
  const { value, get } = descriptor ?? {};
  const text: unknown = get && /\[native code]/.test(sourceOf.call(get)) ? get.call(of) : value;
  return typeof text === 'string' ? text : '';
}

const sourceOf = Function.prototype.toString;
