import type { CallContext } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { LiveUpdates, Subscriber } from '../../../infrastructure/live-updates/live-updates.ts';

/**
 * Extra lifetime of a stream after the token expires, ms. The WebSocket is closed first, with a
 * code that clients handle.
 */
const EXPIRY_LEEWAY_MS = 100;

/** Longest lifetime of a stream, ms: the longest delay of a timer. Clients open it again. */
const MAX_STREAM_MS = 2 ** 31 - 1;

/**
 * Opens a stream for an authorized subscriber. It ends when the client disconnects, and for members
 * when the token expires.
 *
 * @throws NOT_FOUND if access was lost since the authorization
 */
export async function openStream<T>(
  ctx: CallContext,
  live: LiveUpdates<T>,
  reader: Subscriber,
  what: 'Project' | 'Organization' | 'Webhook',
): Promise<AsyncIterableIterator<T>> {
  const isVisitor = reader.userId === null;
  const updates = await live.subscribe(reader, [...untilDisconnect(ctx), ...(isVisitor ? [] : untilExpiry(ctx))]);
  if (!updates) throw notFound(what);
  return updates;
}

/** A client that disconnects before the stream opens never reads it, hence never ends it. */
const untilDisconnect = ({ signal }: CallContext): AbortSignal[] => (signal ? [signal] : []);

function untilExpiry({ actor }: CallContext): AbortSignal[] {
  if (actor.kind !== 'user') return [];
  const remaining = Math.max(0, actor.expiresAt - Date.now()) + EXPIRY_LEEWAY_MS;
  return [AbortSignal.timeout(Math.min(remaining, MAX_STREAM_MS))];
}
