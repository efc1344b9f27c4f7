import type pg from 'pg';
import type { Role } from '../../../generated/prisma/client.ts';
import type { Subscriber } from '../../../infrastructure/live-updates/subscribers.ts';
import { INCLUDES_PROJECT, LISTED_PROJECTS, MEMBERSHIP_CLAIMS } from '../../platform/policies/access.ts';
import { grantsOf, IS_GRANTED } from '../../platform/policies/reader-grants.ts';
import { can } from '../../platform/policies/roles.ts';

const CLAIMS_BY_READER = {
  name: 'claims-by-reader',
  text: `SELECT r.position::int, coalesce(p.id, o.id) IS NOT NULL AS "isLive", ${IS_GRANTED},
                ${MEMBERSHIP_CLAIMS}, CASE WHEN o.id IS NOT NULL THEN ${LISTED_PROJECTS} END AS "projectIds"
           FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[])
                  WITH ORDINALITY AS r(topic, user_id, token_id, token_version, position)
           LEFT JOIN projects p ON p.id = r.topic AND p.deleted_at IS NULL
           LEFT JOIN organizations o ON o.id = r.topic AND o.deleted_at IS NULL
           LEFT JOIN memberships m ON m.user_id = r.user_id
                AND (m.organization_id = o.id OR (m.organization_id = p.organization_id AND ${INCLUDES_PROJECT}))`,
};

interface ReaderClaims {
  /** Position in the list of readers, from 1. */
  position: number;
  isLive: boolean;
  isGranted: boolean;
  /** Null, like `tokenGeneration`, without a membership. */
  role: Role | null;
  /** Listed projects of a reader of an organization; null for all. */
  projectIds: string[] | null;
  tokenGeneration: number | null;
}

/** Finds subscribers who lost access to their project or organization, with one statement. */
export async function findLostReaders(pool: pg.Pool, readers: Subscriber[]): Promise<Subscriber[]> {
  if (readers.length === 0) return [];
  const values = [readers.map(({ topic }) => topic), readers.map(({ userId }) => userId), ...grantsOf(readers)];
  const { rows } = await pool.query<ReaderClaims>({ ...CLAIMS_BY_READER, values });
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
