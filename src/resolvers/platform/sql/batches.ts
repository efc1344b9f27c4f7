import type { CallContext, Context } from '../../../context.ts';
import { type Fragment, slot } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';

/** Rows changed in one transaction; bounds the time its locks are held. */
export const BATCH = 1_000;
/** Max time a request waits for follow-up batches, milliseconds; a job finishes the rest. */
const WAIT_MS = 1_000;

/** Options of a batch run: by a request that waits, or by a job. */
export interface BatchRun {
  /** No batch starts after this time, in terms of `performance.now()`. */
  until: number;
  /** End of the locking clause: a job skips rows that another process works on. */
  skip: Fragment;
}

/** Slot of `skip`, at the end of a locking clause. */
export const SKIP = slot('skip', '');

/** Runs until nothing is left or the process stops. */
export const BY_JOB: BatchRun = { until: Number.POSITIVE_INFINITY, skip: { text: 'SKIP LOCKED', values: {} } };

/**
 * Runs follow-up batches within a request, after the commit of its change. Returns when all are
 * done, or after a second. Never rejects: a job finishes the rest, also after a failure.
 *
 * @param later log message and fields for a failure
 */
export async function runWithinRequest(
  ctx: CallContext,
  work: (run: BatchRun) => Promise<void>,
  later: { message: string; of: object },
): Promise<void> {
  try {
    await work({ until: performance.now() + WAIT_MS, skip: { text: '', values: {} } });
  } catch (error) {
    ctx.logger.warn({ err: error, ...later.of }, later.message);
  }
}

/**
 * Runs batches, each in its own transaction.
 *
 * @param batch processes one batch; returns whether there may be more
 */
export async function inBatches(
  ctx: Context<'pool' | 'stopping'>,
  { until }: BatchRun,
  batch: (sql: Queryable) => Promise<boolean>,
  onCommit?: () => void,
): Promise<void> {
  const { pool, stopping } = ctx.services;
  let more = !stopping.aborted;
  while (more) {
    const mayHaveMore = await inTransaction(pool, batch);
    onCommit?.();
    more = mayHaveMore && !stopping.aborted && performance.now() < until;
  }
}
