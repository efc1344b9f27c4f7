import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { BATCH, type BatchRun, BY_JOB, inBatches, runWithinRequest, SKIP } from '../../platform/sql/batches.ts';

/** Tables whose rows belong to environments. */
const TABLES = ['annotations', 'snapshots'] as const;

const BEGIN = statement(
  'assign-environments/begin',
  `INSERT INTO environment_assignments (project_id, of) SELECT $projectId, unnest($tables::text[])
  ON CONFLICT (project_id, of) DO UPDATE SET before_at = excluded.before_at, before_id = excluded.before_id`,
);

const LOCK = statement(
  'assign-environments/lock',
  `SELECT FROM environment_assignments WHERE project_id = $projectId AND of = $table FOR UPDATE ${SKIP}`,
);

/** Assigns the next batch of rows, newest first, and advances or deletes the position. */
const assignIn = (table: (typeof TABLES)[number]) => `WITH progress AS (
    SELECT * FROM environment_assignments WHERE project_id = $projectId AND of = '${table}'
  ), batch AS MATERIALIZED (
    SELECT id, created_at, environment_id AS former, environment_of(project_id, url_key) AS environment_id
      FROM ${table}
     WHERE project_id = $projectId AND (created_at, id) < ((SELECT before_at FROM progress), (SELECT before_id FROM progress))
     ORDER BY created_at DESC, id DESC LIMIT ${BATCH}
  ), moved AS (
    UPDATE ${table} t SET environment_id = batch.environment_id
      FROM batch WHERE t.id = batch.id AND batch.environment_id IS DISTINCT FROM batch.former
  ), last AS (
    SELECT created_at, id FROM batch ORDER BY created_at DESC, id DESC OFFSET ${BATCH - 1}
  ), advanced AS (
    UPDATE environment_assignments e SET before_at = last.created_at, before_id = last.id
      FROM last WHERE e.project_id = $projectId AND e.of = '${table}'
  ), ended AS (
    DELETE FROM environment_assignments WHERE project_id = $projectId AND of = '${table}' AND NOT EXISTS (SELECT FROM last)
  )
  SELECT FROM last`;

const ASSIGN = {
  annotations: statement('assign-environments/assign-annotations', assignIn('annotations')),
  snapshots: statement('assign-environments/assign-snapshots', assignIn('snapshots')),
};

/**
 * Schedules the reassignment of a project's annotations and snapshots. Call it in the transaction
 * that changes environments, after locking the project and before the change: it waits for a
 * running batch, whose rows are then processed again.
 */
export async function scheduleAssignment(sql: Queryable, projectId: string): Promise<void> {
  await BEGIN.run(sql, { projectId, tables: TABLES });
}

/**
 * Assigns each of a project's annotations and snapshots to its environment. Call it after the
 * commit. Concurrent runs share the work. Returns when all are assigned, or after a second; a job
 * finishes the rest, also after a failure.
 */
export async function assignEnvironments(ctx: Context<'pool' | 'stopping'>, projectId: string): Promise<void> {
  await runWithinRequest(ctx, (run) => assignAll(ctx, projectId, run), {
    message: 'environment assignment failed; retry scheduled',
    of: { projectId },
  });
}

const FIND = statement(
  'assign-environments/find',
  `SELECT project_id AS "projectId" FROM environment_assignments GROUP BY 1 ORDER BY random()`,
);

/**
 * Finishes scheduled assignments until the process stops, skipping those that other processes run.
 */
export async function finishAssignments(ctx: Context<'pool' | 'stopping'>): Promise<void> {
  const rows = await FIND.rows(ctx.services.pool);
  for (const { projectId } of rows) await assignAll(ctx, projectId, BY_JOB);
}

async function assignAll(ctx: Context<'pool' | 'stopping'>, projectId: string, run: BatchRun): Promise<void> {
  for (const table of TABLES) {
    await inBatches(ctx, run, async (sql) => {
      const { rowCount } = await LOCK.with({ skip: run.skip }).run(sql, { projectId, table });
      return rowCount === 1 && (await ASSIGN[table].run(sql, { projectId })).rowCount === 1;
    });
  }
}
