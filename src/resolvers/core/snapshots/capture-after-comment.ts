import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { countUsage } from '../../platform/quotas/count-usage.ts';
import { assertMayVisit } from './create-snapshot.ts';
import { insertSnapshot } from './insert-snapshot.ts';
import { type SnapshotInput, snapshotInput } from './snapshot-input.ts';

/** Captures of commented pages that a project may have waiting. */
const MAX_WAITING = 10;
/** Captures that visitors may cause in a project within an hour: its key is public. */
const MAX_BY_VISITORS = 60;
/** Windows that a comment may choose, CSS pixels: beyond them, the nearest. */
const WINDOW = { width: [320, 2_560], height: [320, 1_440] } as const;

/** Whoever comments on pages of one project at once waits here in turn, and holds up nobody else. */
const LOCK = "SELECT pg_advisory_xact_lock(hashtext('pinbound commented ' || $1))";

const FIND = `SELECT p.organization_id AS "organizationId"
    FROM environments e JOIN projects p ON p.id = e.project_id
   WHERE e.id = $1 AND p.capture_comments AND p.deleted_at IS NULL`;

/** Those that no worker has begun: such a capture will look for the new annotation too. */
const WAITING = `SELECT count(*)::int AS count, coalesce(bool_or(url_key = $2 AND full_page), false) AS "hasPage"
  FROM snapshots WHERE project_id = $1 AND status = 'processing' AND attempts = 0`;

const BY_VISITORS = `SELECT count(*)::int AS count FROM snapshots
   WHERE project_id = $1 AND by_visitor AND created_at > now() - interval '1 hour'`;

/**
 * Has the page of a comment captured that was written in the overlay, in a window of its author's size: the picture that the
 * annotation's `lastSeen` shows. Only pages of an environment are: a visitor shall not send our browser anywhere else. What visitors
 * cause is bounded, and takes none of the members' snapshots. A comment never waits for it, nor fails with it.
 */
export async function captureCommentedPage(ctx: Context, annotation: Annotation): Promise<void> {
  const { environmentId, projectId } = annotation;
  const input = environmentId === null ? undefined : orderFor(ctx, annotation);
  if (!input) return;
  const byVisitor = annotation.authorId === null;
  const isWanted = await inTransaction(ctx.services.pool, async (sql) => {
    await sql.query(LOCK, [projectId]);
    const { rows } = await sql.query<{ organizationId: string }>(FIND, [environmentId]);
    const [project] = rows;
    if (!project || !(await hasRoom(sql, annotation))) return false;
    if (byVisitor && !(await mayVisitorsCause(sql, projectId))) return false;
    if (!(await isCounted(sql, ctx, project.organizationId, byVisitor))) return false;
    await insertSnapshot(ctx, sql, { ...input, source: 'comment', byVisitor });
    return true;
  });
  if (!isWanted) return;
  ctx.services.nudgeCaptures();
  ctx.services.nudgeRelay();
}

/** Undefined for a page that no capture may visit; in the usual window when the comment names none. */
function orderFor(ctx: Context, { projectId, url, metadata }: Annotation): SnapshotInput | undefined {
  const order = snapshotInput.safeParse({ projectId, url, fullPage: true, viewport: windowOf(metadata) });
  if (!order.success) return undefined;
  try {
    assertMayVisit(ctx, url);
    return order.data;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The window that the comment says it was written in, as far as one is granted; one image pixel a CSS pixel. */
function windowOf(metadata: unknown): { width: number; height: number } | undefined {
  const { viewport } = metadata as { viewport?: { width?: unknown; height?: unknown } | null };
  const { width, height } = viewport ?? {};
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  return { width: within(WINDOW.width, width), height: within(WINDOW.height, height) };
}

const within = ([least, most]: readonly [number, number], value: number) => Math.min(most, Math.max(least, value));

async function hasRoom(sql: Queryable, { projectId, urlKey }: Annotation): Promise<boolean> {
  const { rows } = await sql.query<{ count: number; hasPage: boolean }>(WAITING, [projectId, urlKey]);
  const [waiting] = rows;
  return waiting !== undefined && !waiting.hasPage && waiting.count < MAX_WAITING;
}

async function mayVisitorsCause(sql: Queryable, projectId: string): Promise<boolean> {
  const { rows } = await sql.query<{ count: number }>(BY_VISITORS, [projectId]);
  return (rows[0]?.count ?? 0) < MAX_BY_VISITORS;
}

/** False when the plan has no room for another: the comment counts, the picture does not come. */
async function isCounted(sql: Queryable, ctx: Context, organizationId: string, byVisitor: boolean): Promise<boolean> {
  try {
    await countUsage(sql, ctx, organizationId, byVisitor ? 'visitor_snapshots' : 'snapshots', 1);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN') return false;
    throw error;
  }
}
