/**
 * Time that a reply waits before it is mailed, ms: ten seconds in which its writer can undo it, and
 * five for the request.
 */
const UNDO_MS = 15_000;

/**
 * Time at which a mail about a reply of `now` is due.
 *
 * @param groupingMs time that a mail waits for further replies, ms
 */
export const mailDueAt = (now: Date, groupingMs: number): Date =>
  new Date(now.getTime() + Math.max(groupingMs, UNDO_MS));

/** Replies until this time can no longer be undone. */
export const undoneBy = (now: Date): Date => new Date(now.getTime() - UNDO_MS);
