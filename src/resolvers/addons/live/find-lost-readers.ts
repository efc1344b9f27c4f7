import type pg from 'pg';
import type { Role } from '../../../generated/prisma/client.ts';
import type { Reader } from '../../../infrastructure/live-updates/subscribers.ts';
import { STANDING } from '../../platform/policies/access.ts';
import { can } from '../../platform/policies/roles.ts';

const OF_READERS = {
  name: 'readers-standing',
  text: `SELECT r.place::int, p.id IS NOT NULL AS "isLive", ${STANDING}
           FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS r(project_id, user_id, place)
           LEFT JOIN projects p ON p.id = r.project_id AND p.deleted_at IS NULL
           LEFT JOIN memberships m ON m.organization_id = p.organization_id AND m.user_id = r.user_id`,
};

interface Standing {
  /** In the list of readers, from 1. */
  place: number;
  isLive: boolean;
  /** Both null for who is no member. */
  role: Role | null;
  tokenGeneration: number | null;
}

/** Those who may not read the annotations of their project any more: one statement, however many readers there are. */
export async function findLostReaders(pool: pg.Pool, readers: Reader[]): Promise<Reader[]> {
  if (readers.length === 0) return [];
  const values = [readers.map(({ topic }) => topic), readers.map(({ userId }) => userId)];
  const { rows } = await pool.query<Standing>({ ...OF_READERS, values });
  return rows.flatMap(({ place, isLive, role, tokenGeneration }) => {
    const reader = readers[place - 1];
    if (!reader) return [];
    const isCurrent = reader.userId === null || reader.tokenGeneration === tokenGeneration;
    const mayRead = isLive && isCurrent && (reader.userId === null || (role !== null && can(role, 'annotation.read')));
    return mayRead ? [] : [reader];
  });
}
