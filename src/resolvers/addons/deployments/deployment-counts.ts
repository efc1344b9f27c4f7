import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { audienceOf, idsVisibleToReader, isOutsider, visibleToReader } from '../../core/annotations/visibility.ts';
import { OVERALL_EFFECT } from './overall-effect.ts';

/** Numbers of a deployment's report. */
export interface DeploymentCounts {
  captures: number;
  finishedCaptures: number;
  failedCaptures: number;
  newBaselines: number;
  unchangedCaptures: number;
  changedCaptures: number;
  /** Annotations by their most serious verdict. */
  regressed: number;
  gone: number;
  changed: number;
  unchanged: number;
  unknown: number;
  /** Annotations by the least favorable effect, as in `OVERALL_EFFECT`. */
  doesIt: number;
  changedOtherwise: number;
  wentBack: number;
  /** Changed elements. */
  changes: number;
  explained: number;
  unexplained: number;
  approved: number;
  rejected: number;
  unreviewed: number;
}

const COUNT = statement(
  'deployment-counts/count',
  `SELECT d.id AS "id!", c.*, v.*, x.*
  FROM unnest($ids::uuid[]) AS d(id)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS captures,
           count(*) FILTER (WHERE state NOT IN ('queued', 'capturing'))::int AS "finishedCaptures",
           count(*) FILTER (WHERE state = 'failed')::int AS "failedCaptures",
           count(*) FILTER (WHERE state = 'baseline')::int AS "newBaselines",
           count(*) FILTER (WHERE state = 'unchanged')::int AS "unchangedCaptures",
           count(*) FILTER (WHERE state = 'changed')::int AS "changedCaptures"
      FROM deployment_captures WHERE deployment_id = d.id) c
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE rank = 1)::int AS regressed, count(*) FILTER (WHERE rank = 2)::int AS gone,
           count(*) FILTER (WHERE rank = 3)::int AS changed, count(*) FILTER (WHERE rank = 4 AND effect IS DISTINCT FROM 'went_back')::int AS unchanged,
           count(*) FILTER (WHERE rank = 5)::int AS unknown, count(*) FILTER (WHERE effect = 'went_back')::int AS "wentBack",
           count(*) FILTER (WHERE effect = 'changed_otherwise')::int AS "changedOtherwise",
           count(*) FILTER (WHERE effect = 'does_it')::int AS "doesIt"
      FROM (SELECT min(array_position('{regressed,gone,changed,unchanged,unknown}'::text[], o.verdict::text)) AS rank,
                   ${OVERALL_EFFECT} AS effect
              FROM deployment_verdicts o JOIN annotations a ON a.id = o.annotation_id
             WHERE deployment_id = d.id AND ${visibleToReader('a')} GROUP BY annotation_id) worst) v
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS changes,
           count(*) FILTER (WHERE ${idsVisibleToReader('x.annotation_ids')} <> '{}')::int AS explained,
           count(*) FILTER (WHERE ${idsVisibleToReader('x.annotation_ids')} = '{}')::int AS unexplained,
           count(*) FILTER (WHERE r.decision = 'approved')::int AS approved,
           count(*) FILTER (WHERE r.decision = 'rejected')::int AS rejected,
           count(*) FILTER (WHERE r.decision IS NULL)::int AS unreviewed
      FROM deployment_changes x LEFT JOIN deployment_reviews r ON r.id = x.review_id
     WHERE x.deployment_id = d.id) x`,
);

const readerOf = oncePer((ctx: Context<'pool'>) =>
  createBatcher(async (ids: string[]): Promise<DeploymentCounts[]> => {
    const rows = await COUNT.rows(ctx.services.pool, { ids: [...new Set(ids)], ...isOutsider(audienceOf(ctx)) });
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) as DeploymentCounts);
  }, Infinity),
);

/** Counts of a deployment for its reader; one statement counts those of an execution step. */
export const countsOf = (ctx: Context<'pool'>, deploymentId: string): Promise<DeploymentCounts> =>
  readerOf(ctx)(deploymentId);
