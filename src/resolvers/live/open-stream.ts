import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Reader } from '../../infrastructure/live-updates/subscribers.ts';
import type { LiveUpdate } from '../../snapshot-update.ts';
import { findLostReaders } from './find-lost-readers.ts';

/** Opens a stream, and looks once more: a right that was lost before the stream was there has ended no stream. */
export async function openStream(
  ctx: Context,
  reader: Reader,
  signals: AbortSignal[],
): Promise<AsyncIterableIterator<LiveUpdate>> {
  const updates = ctx.services.live.subscribe(reader, signals);
  const lost = await findLostReaders(ctx.services.pool, [reader]).catch(async (error: unknown) => {
    await updates.return?.();
    throw error;
  });
  if (lost.length > 0) {
    await updates.return?.();
    throw notFound('Project');
  }
  return updates;
}
