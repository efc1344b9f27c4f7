import { notFound } from '../../../errors.ts';
import type { Role } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';

/** A user in an organization. */
export interface Member {
  id: string;
  userId: string;
  name: string;
  email: string;
  role: Role;
  createdAt: Date;
}

/** Of organization $1. */
export const MEMBERS = `SELECT m.id, m.user_id AS "userId", u.name, u.email, m.role, m.created_at
   FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1`;

export const MEMBER_COLUMNS = `id, "userId", name, email, role, created_at AS "createdAt"`;

/** @throws NOT_FOUND for a member of another organization as for none */
export async function findMember(sql: Queryable, organizationId: string, id: string): Promise<Member> {
  if (!isId(id)) throw notFound('Member');
  const { rows } = await sql.query<Member>(`SELECT ${MEMBER_COLUMNS} FROM (${MEMBERS}) AS members WHERE id = $2`, [
    organizationId,
    id,
  ]);
  const [member] = rows;
  if (!member) throw notFound('Member');
  return member;
}
