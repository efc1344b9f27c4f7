import type { JsonObject } from '../input.ts';

/** What describes whoever wrote an annotation rather than its element: console lines, failed requests, browser, window, visit. */
const PRIVATE = new Set(['diagnostics', 'userAgent', 'language', 'viewport', 'sessionId']);

/** What visitors may see of an annotation's metadata: the element. The rest stays with the members. */
export function publicMetadata(metadata: unknown): JsonObject {
  return Object.fromEntries(Object.entries(metadata as JsonObject).filter(([name]) => !PRIVATE.has(name)));
}
