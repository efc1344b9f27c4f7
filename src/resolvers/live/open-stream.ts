import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { LiveUpdates } from '../../infrastructure/live-updates/live-updates.ts';
import type { Reader } from '../../infrastructure/live-updates/subscribers.ts';
import { untilCallerGoes, untilExpiry } from './stream-ends.ts';

/**
 * Opens a stream of `what` for a reader who was just authorised; it ends when the caller goes, and for all but visitors
 * when the token expires. @throws NOT_FOUND when the right was lost since
 */
export async function openStream<T>(
  ctx: Context,
  live: LiveUpdates<T>,
  reader: Reader,
  what: 'Project' | 'Webhook',
): Promise<AsyncIterableIterator<T>> {
  const isVisitor = reader.userId === null;
  const updates = await live.subscribe(reader, [...untilCallerGoes(ctx), ...(isVisitor ? [] : untilExpiry(ctx))]);
  if (!updates) throw notFound(what);
  return updates;
}
