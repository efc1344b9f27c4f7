import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { lockName } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { assertMayVisit } from '../../platform/input/outbound-url.ts';
import { countUsage } from '../../platform/quotas/count-usage.ts';
import { insertSnapshot } from './insert-snapshot.ts';
import { type SnapshotInput, snapshotInput } from './snapshot-input.ts';

/** Max waiting captures of commented pages per project. */
const MAX_WAITING = 10;
/** Max captures caused by visitors per project and hour; project keys are public. */
const MAX_BY_VISITORS = 60;
/** Bounds of the viewport taken from a comment, CSS pixels; values beyond are clamped. */
const WINDOW = { width: [320, 2_560], height: [320, 1_440] } as const;

const FIND = statement(
  'capture-after-comment/find',
  `SELECT p.organization_id AS "organizationId"
    FROM environments e JOIN projects p ON p.id = e.project_id
   WHERE e.id = $environmentId? AND p.capture_comments AND p.deleted_at IS NULL`,
);

/** Captures that no worker has started; such a capture will also include the new annotation. */
const WAITING = statement(
  'capture-after-comment/waiting',
  `SELECT count(*)::int AS count, coalesce(bool_or(url_key = $urlKey AND full_page), false) AS "hasPage"
  FROM snapshots WHERE project_id = $projectId AND status = 'processing' AND attempts = 0`,
);

const BY_VISITORS = statement(
  'capture-after-comment/by-visitors',
  `SELECT count(*)::int AS count FROM snapshots
   WHERE project_id = $projectId AND by_visitor AND created_at > now() - interval '1 hour'`,
);

/**
 * Captures the page of a comment written in the overlay, with its author's viewport, for the
 * annotation's `lastSeen`. Only pages of an environment are captured, because visitors must not
 * direct the browser elsewhere. Captures caused by visitors are limited and do not count as
 * members' snapshots. A comment never waits for its capture nor fails with it.
 */
export async function captureAfterComment(
  ctx: Context<'config' | 'pool' | 'wakeCaptures' | 'wakeRelay'>,
  annotation: Annotation,
): Promise<void> {
  const { environmentId, projectId } = annotation;
  const input = environmentId === null ? undefined : captureInput(ctx, annotation);
  if (!input) return;
  const byVisitor = annotation.authorId === null;
  const isWanted = await inTransaction(ctx.services.pool, async (sql) => {
    // The captures of one project's comments are ordered one after another.
    await lockName(sql, `pinbound commented ${projectId}`);
    const project = await FIND.first(sql, { environmentId });
    if (!project || !(await isBelowLimit(sql, annotation))) return false;
    if (byVisitor && !(await mayVisitorsCause(sql, projectId))) return false;
    if (!(await isCounted(sql, ctx, project.organizationId, byVisitor))) return false;
    await insertSnapshot(ctx, sql, { ...input, source: 'comment', byVisitor });
    return true;
  });
  if (!isWanted) return;
  ctx.services.wakeCaptures();
  ctx.services.wakeRelay();
}

/**
 * Input of the capture; undefined for a forbidden page, the default viewport if the comment has
 * none.
 */
function captureInput(ctx: Context<'config'>, { projectId, url, metadata }: Annotation): SnapshotInput | undefined {
  const order = snapshotInput.safeParse({ projectId, url, fullPage: true, viewport: viewportOf(metadata) });
  if (!order.success) return undefined;
  try {
    assertMayVisit(ctx, url);
    return order.data;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * Viewport of a comment, clamped to the bounds, with one image pixel per CSS pixel.
 *
 * @param metadata of the annotation
 */
export function viewportOf(metadata: unknown): { width: number; height: number } | undefined {
  const { viewport } = metadata as { viewport?: { width?: unknown; height?: unknown } | null };
  const { width, height } = viewport ?? {};
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  return { width: within(WINDOW.width, width), height: within(WINDOW.height, height) };
}

const within = ([least, most]: readonly [number, number], value: number) => Math.min(most, Math.max(least, value));

async function isBelowLimit(sql: Queryable, { projectId, urlKey }: Annotation): Promise<boolean> {
  const waiting = await WAITING.first(sql, { projectId, urlKey });
  return waiting !== undefined && !waiting.hasPage && waiting.count < MAX_WAITING;
}

async function mayVisitorsCause(sql: Queryable, projectId: string): Promise<boolean> {
  const row = await BY_VISITORS.first(sql, { projectId });
  return (row?.count ?? 0) < MAX_BY_VISITORS;
}

/**
 * Counts a capture toward the plan; false at the limit, where the comment stays without a picture.
 */
async function isCounted(
  sql: Queryable,
  ctx: Context<'config'>,
  organizationId: string,
  byVisitor: boolean,
): Promise<boolean> {
  try {
    await countUsage(sql, ctx, organizationId, byVisitor ? 'visitor_snapshots' : 'snapshots', 1);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN') return false;
    throw error;
  }
}
