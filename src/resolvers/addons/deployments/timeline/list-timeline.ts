import type { Context } from '../../../../context.ts';
import { badField } from '../../../../errors.ts';
import type { AnnotationHistory, Deployment } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { indexById } from '../../../../lib/index-by-id.ts';
import { HISTORY_COLUMNS } from '../../../core/annotations/columns.ts';
import { pinsById, type SnapshotPin } from '../../../core/snapshot-pins/pins-of.ts';
import type { Page, PageRows } from '../../../platform/pagination/cursor-page.ts';
import { relatedList, relatedRows } from '../../../platform/pagination/related-rows.ts';
import { type VerdictRow, verdictsIn } from '../deployment-parts.ts';
import { DEPLOYMENT_COLUMNS } from '../require-deployment.ts';

/** Kinds of entries: a look of the element, a deployment that judged it, a change of the status. */
export const TIMELINE_KINDS = ['look', 'deployment', 'status'] as const;

export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Position of an entry in the list. */
interface EntryRow {
  /** Id of the pin, the deployment or the change. */
  id: string;
  annotationId: string;
  kind: TimelineKind;
  createdAt: Date;
}

/** An entry with the member of its kind; null if it was deleted meanwhile. */
export interface TimelineEntry extends EntryRow {
  pin: SnapshotPin | null;
  deployment: Deployment | null;
  /** Verdicts of the deployment on the annotation. */
  verdicts: VerdictRow[];
  change: AnnotationHistory | null;
}

const ENTRIES = `(
   SELECT p.id, p.annotation_id, 'look' AS kind, p.created_at FROM snapshot_pins p
    WHERE EXISTS (SELECT FROM snapshots s WHERE s.series_id = p.series_id AND s.series_number BETWEEN p.first_number AND p.last_number
                     AND s.preview_annotation_id IS NULL)
   UNION ALL
   SELECT d.id, v.annotation_id, 'deployment', d.created_at
     FROM (SELECT DISTINCT annotation_id, deployment_id FROM deployment_verdicts) v JOIN deployments d ON d.id = v.deployment_id
   UNION ALL
   SELECT h.id, h.annotation_id, 'status', h.created_at FROM annotation_history h WHERE h.kind = 'status')`;

const OF_ANNOTATION = relatedList('list-timeline/of-annotation', {
  columns: 't.id AS "id!", t.annotation_id AS "annotationId!", t.kind AS "kind!", t.created_at AS "createdAt!"',
  table: ENTRIES,
  alias: 't',
  direction: 'desc',
  where: 't.annotation_id = related_to AND ($kinds?::text[] IS NULL OR t.kind = ANY($kinds))',
})
  .narrow<Pick<EntryRow, 'kind'>>()
  .completedBy(complete);

/**
 * Lists the looks of an annotation's element in snapshots, with the deployments that judged it and
 * the changes of its status, newest first, without a check of rights.
 *
 * @param kinds only entries of these kinds; null: all
 * @throws BAD_USER_INPUT for no kinds or too many
 * @throws the errors of `relatedRows`
 */
export function timelineOf(
  ctx: Context<'pool'>,
  annotationId: string,
  { kinds }: { kinds?: readonly TimelineKind[] | null },
  page: Page,
): Promise<PageRows<TimelineEntry>> {
  if (kinds && (kinds.length === 0 || kinds.length > TIMELINE_KINDS.length)) {
    throw badField('kinds', `must have 1 to ${TIMELINE_KINDS.length} items; omit it for all`, 'out_of_range');
  }
  return relatedRows(ctx, OF_ANNOTATION, annotationId, page, { kinds });
}

const DEPLOYMENTS = statement(
  'list-timeline/deployments',
  `SELECT ${DEPLOYMENT_COLUMNS} FROM deployments d WHERE d.id = ANY($ids::uuid[])`,
);
const CHANGES = statement(
  'list-timeline/changes',
  `SELECT ${HISTORY_COLUMNS} FROM annotation_history WHERE id = ANY($ids::uuid[])`,
);

/** Adds the pins, deployments, verdicts and changes: one statement for each. */
async function complete(ctx: Context<'pool'>, rows: readonly EntryRow[]): Promise<TimelineEntry[]> {
  const { pool } = ctx.services;
  const of = (kind: TimelineKind) => rows.filter((row) => row.kind === kind);
  const idsOf = (kind: TimelineKind) => of(kind).map(({ id }) => id);
  const [pins, deployments, verdicts, changes] = await Promise.all([
    pinsById(ctx, idsOf('look')),
    DEPLOYMENTS.run(pool, { ids: idsOf('deployment') }),
    verdictsIn(
      ctx,
      of('deployment').map(({ id, annotationId }) => ({ deploymentId: id, annotationId })),
    ),
    CHANGES.run(pool, { ids: idsOf('status') }),
  ]);
  const [pinOf, deploymentOf, changeOf] = [indexById(pins), indexById(deployments.rows), indexById(changes.rows)];
  return rows.map((row) => ({
    ...row,
    pin: pinOf.get(row.id) ?? null,
    deployment: deploymentOf.get(row.id) ?? null,
    verdicts: verdicts.filter(
      ({ annotationId, deploymentId }) => annotationId === row.annotationId && deploymentId === row.id,
    ),
    change: changeOf.get(row.id) ?? null,
  }));
}
