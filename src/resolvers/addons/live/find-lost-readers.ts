import type pg from 'pg';
import type { Role } from '../../../generated/prisma/client.ts';
import type { Subscriber } from '../../../infrastructure/live-updates/subscribers.ts';
import { joinProjectMember, MEMBERSHIP_CLAIMS } from '../../platform/policies/access.ts';
import { grantsOf, IS_GRANTED } from '../../platform/policies/reader-grants.ts';
import { can } from '../../platform/policies/roles.ts';

const CLAIMS_BY_READER = {
  name: 'claims-by-reader',
  text: `SELECT r.position::int, p.id IS NOT NULL AS "isLive", ${IS_GRANTED},
                ${MEMBERSHIP_CLAIMS}
           FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[])
                  WITH ORDINALITY AS r(project_id, user_id, token_id, token_version, position)
           LEFT JOIN projects p ON p.id = r.project_id AND p.deleted_at IS NULL
           LEFT ${joinProjectMember('r.user_id')}`,
};

interface ReaderClaims {
  /** Position in the list of readers, from 1. */
  position: number;
  isLive: boolean;
  isGranted: boolean;
  /** Null, like `tokenGeneration`, without a membership. */
  role: Role | null;
  tokenGeneration: number | null;
}

/** Finds subscribers who lost access to their project, with one statement. */
export async function findLostReaders(pool: pg.Pool, readers: Subscriber[]): Promise<Subscriber[]> {
  if (readers.length === 0) return [];
  const values = [readers.map(({ topic }) => topic), readers.map(({ userId }) => userId), ...grantsOf(readers)];
  const { rows } = await pool.query<ReaderClaims>({ ...CLAIMS_BY_READER, values });
  return rows.flatMap(({ position, isLive, isGranted, role, tokenGeneration }) => {
    const reader = readers[position - 1];
    if (!reader) return [];
    const isCurrent = reader.userId === null || reader.tokenGeneration === tokenGeneration;
    // A stream shows guests less than other members: one of the other kind has to be opened anew.
    const isSameKind = (role === 'guest') === (reader.isGuest === true);
    const mayRead =
      isLive &&
      isGranted &&
      isCurrent &&
      (reader.userId === null || (role !== null && isSameKind && can(role, 'annotation.read')));
    return mayRead ? [] : [reader];
  });
}
