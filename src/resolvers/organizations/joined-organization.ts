import type { Role } from '../../generated/prisma/client.ts';
import type { Queryable } from '../../infrastructure/database/transaction.ts';
import { STANDING, type Standing } from '../platform/policies/access.ts';

/** An organization with the role that one of its members has there. */
export interface JoinedOrganization {
  id: string;
  name: string;
  slug: string;
  role: Role;
  createdAt: Date;
  updatedAt: Date;
}

/** Those of user $1. A deleted organization has no members. */
export const JOINED_ORGANIZATIONS = `SELECT o.id, o.name, o.slug, o.created_at, o.updated_at, ${STANDING}
   FROM organizations o JOIN memberships m ON m.organization_id = o.id WHERE m.user_id = $1`;

export const JOINED_COLUMNS = `id, name, slug, role, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** One of the user's organizations. */
export async function findJoined(
  sql: Queryable,
  userId: string,
  id: string,
): Promise<(JoinedOrganization & Standing) | undefined> {
  const { rows } = await sql.query<JoinedOrganization & Standing>(
    `SELECT ${JOINED_COLUMNS}, "tokenGeneration" FROM (${JOINED_ORGANIZATIONS}) AS mine WHERE id = $2`,
    [userId, id],
  );
  return rows[0];
}
