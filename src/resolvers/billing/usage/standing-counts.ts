import type { StandingMetric } from '../../platform/quotas/plans.ts';

/** How many an organization has now, as expressions over its id, `$1`. An open invitation keeps its place. */
export const STANDING_COUNTS: Record<StandingMetric, string> = {
  projects: '(SELECT count(*)::int FROM projects WHERE organization_id = $1 AND deleted_at IS NULL)',
  members: `((SELECT count(*) FROM memberships WHERE organization_id = $1) +
    (SELECT count(*) FROM invitations WHERE organization_id = $1 AND expires_at > now()))::int`,
};
