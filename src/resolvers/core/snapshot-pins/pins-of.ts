import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { AnchorState } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Box } from '../../../infrastructure/images/geometry.ts';
import type { Page, PageRows } from '../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../platform/pagination/related-rows.ts';
import { type Audience, isOutsider, visibleToReader } from '../annotations/visibility.ts';

/** An annotation in a snapshot. */
export interface SnapshotPin {
  id: string;
  annotationId: string;
  snapshotId: string;
  state: AnchorState;
  confidence: number;
  box: Box | null;
  text: string | null;
  styles: Record<string, unknown> | null;
  /** Time from which the snapshots of the series have shown it like this. */
  since: Date;
  /** Position in the list. */
  createdAt: Date;
}

const COLUMNS = `p.id, p.annotation_id AS "annotationId", p.snapshot_id AS "snapshotId", p.state, p.confidence, p.box,
  p.text, p.styles, p.since, p.created_at AS "createdAt"`;

const PIN = 'p.id, p.annotation_id, p.series_id, p.state, p.confidence, p.box, p.text, p.styles, p.created_at AS since';

/** Pins by snapshot, in the order of their annotations. */
const OF_SNAPSHOTS = `(SELECT ${PIN}, s.id AS snapshot_id, a.created_at, a.visibility, a.deleted_at
   FROM snapshots s
   JOIN snapshot_pins p ON p.series_id = s.series_id AND p.last_number >= s.series_number AND p.first_number <= s.series_number
   JOIN annotations a ON a.id = p.annotation_id)`;

/**
 * Pins by annotation, each with the newest snapshot that is left of its range. A capture of a
 * preview shows what is not published.
 */
const OF_ANNOTATIONS = `(SELECT ${PIN}, p.created_at, s.id AS snapshot_id
   FROM snapshot_pins p CROSS JOIN LATERAL (
     SELECT s.id FROM snapshots s
      WHERE s.series_id = p.series_id AND s.series_number BETWEEN p.first_number AND p.last_number
        AND s.preview_annotation_id IS NULL
      ORDER BY s.series_number DESC LIMIT 1) s)`;

const LIST = { columns: COLUMNS, alias: 'p', direction: 'desc', texts: ['text'], jsons: ['styles'] } as const;

const OF_SNAPSHOT = relatedList('pins-of/of-snapshot', {
  ...LIST,
  table: OF_SNAPSHOTS,
  where: `p.snapshot_id = related_to AND p.deleted_at IS NULL AND ${visibleToReader('p')}
    AND ($states?::"AnchorState"[] IS NULL OR p.state = ANY($states))`,
}).narrow<Pick<SnapshotPin, 'box' | 'styles'>>();

const OF_ANNOTATION = relatedList('pins-of/of-annotation', {
  ...LIST,
  table: OF_ANNOTATIONS,
  where: 'p.annotation_id = related_to',
}).narrow<Pick<SnapshotPin, 'box' | 'styles'>>();

/** Maximum items of the argument `states`. */
export const MAX_STATES = 4;

/**
 * Pins of a snapshot that the audience may read, of the newest annotation first, without a check of
 * rights.
 *
 * @throws BAD_USER_INPUT
 * @throws the errors of `relatedRows`
 */
export function pinsOfSnapshot(
  ctx: Context<'pool'>,
  { snapshotId, audience }: { snapshotId: string; audience: Audience },
  { states }: { states?: readonly AnchorState[] | null },
  page: Page,
): Promise<PageRows<SnapshotPin>> {
  if (states && (states.length === 0 || states.length > MAX_STATES)) {
    throw badField('states', `must have 1 to ${MAX_STATES} items; omit it for all`, 'out_of_range');
  }
  return relatedRows(ctx, OF_SNAPSHOT, snapshotId, page, { states, ...isOutsider(audience) });
}

/**
 * Pins of an annotation in all series of snapshots, the newest first, without a check of rights.
 *
 * @throws the errors of `relatedRows`
 */
export const pinsOfAnnotation = (
  ctx: Context<'pool'>,
  annotationId: string,
  page: Page,
): Promise<PageRows<SnapshotPin>> => relatedRows(ctx, OF_ANNOTATION, annotationId, page);

const BY_ID = statement(
  'pins-of/by-id',
  `SELECT ${COLUMNS} FROM ${OF_ANNOTATIONS} p WHERE p.id = ANY($ids::uuid[])`,
).narrow<Pick<SnapshotPin, 'box' | 'styles'>>();

/** Pins by their ids, in any order, without a check of rights. */
export async function pinsById(ctx: Context<'pool'>, ids: readonly string[]): Promise<SnapshotPin[]> {
  return ids.length === 0 ? [] : await BY_ID.rows(ctx.services.pool, { ids });
}
