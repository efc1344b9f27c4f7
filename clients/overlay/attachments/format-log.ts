import { isNative } from '../../shared/page/built-ins.ts';

/**
 * Maximum length of a stored line: longer than what is sent, so that a secret is not cut before it
 * is redacted.
 */
const MAX_LENGTH = 600;
/** Length of the stack's beginning that is searched for a source location, characters. */
const MAX_STACK_LENGTH = 5_000;

/**
 * Formats logged values as one short text. Never throws. Describes objects one level deep without
 * running getters, `toJSON` or `toString` of the page. Proxy traps do run, because proxies cannot
 * be detected.
 */
export function formatLog(values: readonly unknown[]): string {
  const [first, ...rest] = values;
  const substitute = (directive: string) => {
    if (rest.length === 0) return directive;
    const text = textOf(rest.shift());
    return directive === '%c' ? '' : text;
  };
  const texts = typeof first === 'string' ? [first.replace(/%[sdifoOc]/g, substitute), ...rest] : values;
  return texts
    .map((value) => textOf(value))
    .join(' ')
    .slice(0, MAX_LENGTH);
}

/** Formats a value; `?` if it cannot be read, as with a revoked proxy. */
function textOf(value: unknown, depth = 0): string {
  try {
    if (typeof value === 'string') return depth ? `"${value.slice(0, 60)}"` : value.slice(0, MAX_LENGTH);
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
  const location = /https?:\/\/[^\s)]+:\d+:\d+/.exec(stack?.slice(0, MAX_STACK_LENGTH) ?? '')?.[0] ?? '';
  return `${name}: ${message}${location ? ` (${location.replace(/[?#][^:]*/, '')})` : ''}`;
}

/**
 * Reads a property, also an inherited one, as text; '' for other values. Runs native getters only.
 */
function memberText(object: object, name: string): string {
  let descriptor: PropertyDescriptor | undefined;
  for (let at: object | null = object; at && !descriptor; at = Object.getPrototypeOf(at)) {
    descriptor = Object.getOwnPropertyDescriptor(at, name);
  }
  const { value, get } = descriptor ?? {};
  const text: unknown = get && isNative(get) ? get.call(object) : value;
  return typeof text === 'string' ? text : '';
}
