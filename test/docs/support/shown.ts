const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Link to an annotation in the dashboard, with its short id. */
const APP_LINK = /^http:\/\/[\w.]+:\d+\/a\/[\w-]{22}$/;

type Members = Record<string, unknown>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/**
 * Replaces the variable values of a response by those of the page: ids, links by ids, times, and
 * texts that the page truncates with `…`. Other values stay, so the result equals the shown value
 * only if the page is right.
 */
export function asShown(real: unknown, shown: unknown): unknown {
  if (typeof real === 'string' && typeof shown === 'string') return alike(real, shown) ? shown : real;
  if (Array.isArray(real) && Array.isArray(shown)) return real.map((item, index) => asShown(item, shown[index]));
  if (!isMembers(real) || !isMembers(shown)) return real;
  return Object.fromEntries(Object.entries(real).map(([name, value]) => [name, asShown(value, shown[name])]));
}

const alike = (real: string, shown: string): boolean =>
  shown.endsWith('…') || [UUID, TIME, APP_LINK].some((pattern) => pattern.test(real) && pattern.test(shown));

/** Replaces the values of an object by their types. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (!isMembers(value)) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}
