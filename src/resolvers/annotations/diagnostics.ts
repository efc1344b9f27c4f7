import type { JsonObject } from '../input.ts';

/**
 * What visitors may see of an annotation's metadata: console lines, failed requests and facts about the browser of whoever
 * wrote it stay with the members. Metadata without them is passed on as it is.
 */
export function withoutDiagnostics(metadata: unknown): JsonObject {
  const { diagnostics: _, ...visible } = metadata as JsonObject;
  return visible;
}
