import type { Context } from '../../../context.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { BATCH, type BatchRun, BY_JOB, forCaller, inBatches } from '../../platform/sql/batches.ts';

/** What belongs to environments. */
const TABLES = ['annotations', 'snapshots'] as const;

const BEGIN = `INSERT INTO environment_assignments (project_id, of) SELECT $1, unnest($2::text[])
  ON CONFLICT (project_id, of) DO UPDATE SET before_at = excluded.before_at, before_id = excluded.before_id`;

const TAKE = 'SELECT FROM environment_assignments WHERE project_id = $1 AND of = $2 FOR UPDATE';

/** The next rows, newest first, whether they move or not. */
const assign = (table: (typeof TABLES)[number]) => `WITH place AS (
    SELECT * FROM environment_assignments WHERE project_id = $1 AND of = '${table}'
  ), stretch AS MATERIALIZED (
    SELECT id, created_at, environment_id AS former, environment_of(project_id, url_key) AS environment_id
      FROM ${table}
     WHERE project_id = $1 AND (created_at, id) < ((SELECT before_at FROM place), (SELECT before_id FROM place))
     ORDER BY created_at DESC, id DESC LIMIT ${BATCH}
  ), moved AS (
    UPDATE ${table} t SET environment_id = stretch.environment_id
      FROM stretch WHERE t.id = stretch.id AND stretch.environment_id IS DISTINCT FROM stretch.former
  ), last AS (
    SELECT created_at, id FROM stretch ORDER BY created_at DESC, id DESC OFFSET ${BATCH - 1}
  ), gone_on AS (
    UPDATE environment_assignments e SET before_at = last.created_at, before_id = last.id
      FROM last WHERE e.project_id = $1 AND e.of = '${table}'
  ), ended AS (
    DELETE FROM environment_assignments WHERE project_id = $1 AND of = '${table}' AND NOT EXISTS (SELECT FROM last)
  )
  SELECT FROM last`;

/**
 * Has the project's annotations and snapshots assigned anew. Call it in the transaction that changes environments, once it holds
 * the project and before it changes them: it waits for a batch that is under way, whose rows are then looked at again.
 */
export async function beginAssigning(sql: Queryable, projectId: string): Promise<void> {
  await sql.query(BEGIN, [projectId, TABLES]);
}

/**
 * Call it after the commit: decides which environment each of the project's annotations and snapshots belongs to. Any number may
 * do it at once, they share the work. Returns when all is done, or after a second: the job does what is left, also after a failure.
 */
export async function assignEnvironments(ctx: Context, projectId: string): Promise<void> {
  await forCaller(ctx, (run) => assignAll(ctx, projectId, run), {
    message: 'annotations are assigned to their environments later',
    of: { projectId },
  });
}

/** The same for whatever is left, until the process stops. What another process is at is left to it. */
export async function assignLeftEnvironments(ctx: Context): Promise<void> {
  const { rows } = await ctx.services.pool.query<{ projectId: string }>(
    `SELECT project_id AS "projectId" FROM environment_assignments GROUP BY 1 ORDER BY random()`,
  );
  for (const { projectId } of rows) await assignAll(ctx, projectId, BY_JOB);
}

async function assignAll(ctx: Context, projectId: string, run: BatchRun): Promise<void> {
  for (const table of TABLES) {
    await inBatches(ctx, run, async (sql) => {
      const { rowCount } = await sql.query(`${TAKE}${run.skip}`, [projectId, table]);
      return rowCount === 1 && (await sql.query(assign(table), [projectId])).rowCount === 1;
    });
  }
}
