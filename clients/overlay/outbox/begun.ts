/**
 * What was written and not sent, by the id of the annotation that it answers, or by an empty one for a new comment. It waits here
 * for the next form, also over the end of an overlay.
 */
const begun = new Map<string, string>();

export const begunText = (id: string): string => begun.get(id) ?? '';
export const hasBegun = (): boolean => begun.size > 0;

/** Keeps a text instead of the one before; one without a word is none. */
export function keepText(id: string, text: string): void {
  if (text.trim()) begun.set(id, text);
  else begun.delete(id);
}
