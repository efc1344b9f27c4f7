import type { Context } from '../../../context.ts';

/** Time after which a worker that did not renew its lease is considered dead, milliseconds. */
export const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 4_000;

/** A row that this process works on until its lease expires. */
export interface Leased {
  id: string;
  leaseId: string;
}

/** Renews the lease of a row periodically; the returned function stops that. */
export function keepLease(
  ctx: Context<'pool'>,
  table: 'deployment_captures' | 'snapshots',
  { id, leaseId }: Leased,
): () => void {
  const timer = setInterval(() => {
    ctx.services.pool
      .query(
        `UPDATE ${table} SET lease_expires_at = now() + $3 * interval '1 millisecond' WHERE id = $1 AND lease_id = $2`,
        [id, leaseId, LEASE_MS],
      )
      // Another worker may claim it then; only the holder of the lease completes the row.
      .catch((error: unknown) => ctx.logger.warn({ err: error, table, id }, 'lease renewal failed'));
  }, RENEW_EVERY_MS);
  return () => clearInterval(timer);
}

/** The row was deleted or taken over by another worker, or its work was cancelled. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
