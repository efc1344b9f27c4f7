import type { Context } from '../../../context.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';

/** Rows of one transaction, so that none holds its locks for long. */
export const BATCH = 1_000;
/** So long a caller waits for the batches of its change, milliseconds; what is left, a job does. */
const WAIT_MS = 1_000;

/** How batches are worked on: for a caller who waits, or by a job. */
export interface BatchRun {
  /** By performance.now(): afterwards no other batch begins. */
  until: number;
  /** Ends the lock on what is to be done: a job leaves to another process what that is at. */
  skip: '' | ' SKIP LOCKED';
}

/** By a job: until all is done, or the process stops. */
export const BY_JOB: BatchRun = { until: Number.POSITIVE_INFINITY, skip: ' SKIP LOCKED' };

/**
 * For the caller of a change, after its commit: returns when all is done, or after a second. Never rejects: the job does what is
 * left, also after a failure.
 * @param later what the log says then
 */
export async function forCaller(
  ctx: Context,
  work: (run: BatchRun) => Promise<void>,
  later: { message: string; of: object },
): Promise<void> {
  try {
    await work({ until: performance.now() + WAIT_MS, skip: '' });
  } catch (error) {
    ctx.logger.warn({ err: error, ...later.of }, later.message);
  }
}

/**
 * Works on batch after batch, each in a transaction of its own.
 * @param batch tells whether there may be more
 */
export async function inBatches(
  ctx: Context,
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
