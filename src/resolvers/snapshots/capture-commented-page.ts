import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { inTransaction } from '../../infrastructure/transaction.ts';
import type { AnnotationRow } from '../annotations/columns.ts';
import { countUsage } from '../billing/usage/count-usage.ts';
import type { Queryable } from '../idempotency.ts';
import { assertMayVisit } from './create-snapshot.ts';
import { insertSnapshot } from './insert-snapshot.ts';
import { type SnapshotInput, snapshotInput } from './snapshot-input.ts';

/** Captures of commented pages that a project may have waiting. */
const MAX_WAITING = 10;

/** Whoever comments on pages of one environment at once waits here in turn, and holds up nobody else. */
const LOCK = "SELECT pg_advisory_xact_lock(hashtext('pinbound commented ' || $1))";

const FIND = `SELECT p.organization_id AS "organizationId"
    FROM environments e JOIN projects p ON p.id = e.project_id
   WHERE e.id = $1 AND p.capture_comments AND p.deleted_at IS NULL`;

/** Those that no worker has begun: such a capture will look for the new annotation too. */
const WAITING = `SELECT count(*)::int AS count, coalesce(bool_or(url_key = $2 AND full_page), false) AS "hasPage"
  FROM snapshots WHERE project_id = $1 AND status = 'processing' AND attempts = 0`;

/**
 * Has the page of a comment captured that was written in the overlay, in a window of its author's size: the picture that the
 * annotation's `lastSeen` shows. Only pages of an environment are: a visitor shall not send our browser anywhere else. A comment never
 * waits for it, nor fails with it.
 */
export async function captureCommentedPage(ctx: Context, annotation: AnnotationRow): Promise<void> {
  const { environmentId } = annotation;
  const input = environmentId === null ? undefined : orderFor(ctx, annotation);
  if (!input) return;
  const isWanted = await inTransaction(ctx.services.pool, async (sql) => {
    await sql.query(LOCK, [environmentId]);
    const { rows } = await sql.query<{ organizationId: string }>(FIND, [environmentId]);
    const [project] = rows;
    if (!project || !(await hasRoom(sql, annotation))) return false;
    if (!(await isCounted(sql, ctx, project.organizationId))) return false;
    await insertSnapshot(ctx, sql, { ...input, source: 'comment' });
    return true;
  });
  if (!isWanted) return;
  ctx.services.nudgeCaptures();
  ctx.services.nudgeRelay();
}

/** Undefined for a page that no capture may visit; in the usual window when the visitor's is none that can be captured. */
function orderFor(ctx: Context, { projectId, url, metadata }: AnnotationRow): SnapshotInput | undefined {
  const { viewport } = metadata as { viewport?: unknown };
  const parsed = snapshotInput.safeParse({ projectId, url, fullPage: true, viewport });
  const order = parsed.success ? parsed : snapshotInput.safeParse({ projectId, url, fullPage: true });
  if (!order.success) return undefined;
  try {
    assertMayVisit(ctx, url);
    return order.data;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function hasRoom(sql: Queryable, { projectId, urlKey }: AnnotationRow): Promise<boolean> {
  const { rows } = await sql.query<{ count: number; hasPage: boolean }>(WAITING, [projectId, urlKey]);
  const [waiting] = rows;
  return waiting !== undefined && !waiting.hasPage && waiting.count < MAX_WAITING;
}

/** False when the plan has no room for another: the comment counts, the picture does not come. */
async function isCounted(sql: Queryable, ctx: Context, organizationId: string): Promise<boolean> {
  try {
    await countUsage(sql, ctx, organizationId, 'snapshots', 1);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN') return false;
    throw error;
  }
}
