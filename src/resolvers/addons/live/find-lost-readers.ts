import type pg from 'pg';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Subscriber } from '../../../infrastructure/live-updates/live-updates.ts';
import { INCLUDES_PROJECT, LISTED_PROJECTS, MEMBERSHIP_CLAIMS } from '../../platform/policies/access.ts';
import { IS_GRANTED, READERS, valuesOf } from '../../platform/policies/reader-grants.ts';
import { can } from '../../platform/policies/roles.ts';

const CLAIMS_BY_READER = statement(
  'find-lost-readers/claims',
  `SELECT r.position::int AS "position!", coalesce(p.id, o.id) IS NOT NULL AS "isLive!", ${IS_GRANTED},
                ${MEMBERSHIP_CLAIMS}, CASE WHEN o.id IS NOT NULL THEN ${LISTED_PROJECTS} END AS "projectIds"
           FROM ${READERS}
           LEFT JOIN projects p ON p.id = r.topic AND p.deleted_at IS NULL
           LEFT JOIN organizations o ON o.id = r.topic AND o.deleted_at IS NULL
           LEFT JOIN memberships m ON m.user_id = r.user_id
                AND (m.organization_id = o.id OR (m.organization_id = p.organization_id AND ${INCLUDES_PROJECT}))`,
  { prepared: true },
);

/** Finds subscribers who lost access to their project or organization, with one statement. */
export async function findLostReaders(pool: pg.Pool, readers: Subscriber[]): Promise<Subscriber[]> {
  if (readers.length === 0) return [];
  const rows = await CLAIMS_BY_READER.rows(pool, valuesOf(readers));
  return rows.flatMap(({ position, isLive, isGranted, role, projectIds, tokenGeneration }) => {
    const reader = readers[position - 1];
    if (!reader) return [];
    const isCurrent = reader.userId === null || reader.tokenGeneration === tokenGeneration;
    // A stream shows guests less than other members, and listed projects only: one of another kind
    // has to be opened anew.
    const isSameKind =
      (role === 'guest') === (reader.isGuest === true) && String(projectIds) === String(reader.projectIds ?? null);
    const mayRead =
      isLive &&
      isGranted &&
      isCurrent &&
      (reader.userId === null || (role !== null && isSameKind && can(role, 'annotation.read')));
    return mayRead ? [] : [reader];
  });
}
