import type { Context } from '../../context.ts';

/** A caller who goes before the stream opens never reads it, hence never ends it. */
export const untilCallerGoes = ({ signal }: Context): AbortSignal[] => (signal ? [signal] : []);

export function untilExpiry({ actor }: Context): AbortSignal[] {
  if (actor.kind !== 'user') return [];
  return [AbortSignal.timeout(Math.max(0, actor.expiresAt - Date.now()) + EXPIRY_LEEWAY_MS)];
}

/** A WebSocket whose token expires is closed with a reason that clients act on, before its streams end without one. */
const EXPIRY_LEEWAY_MS = 100;
