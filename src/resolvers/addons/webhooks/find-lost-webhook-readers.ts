import type pg from 'pg';
import type { Role } from '../../../generated/prisma/client.ts';
import type { Subscriber } from '../../../infrastructure/live-updates/subscribers.ts';
import { MEMBERSHIP_CLAIMS } from '../../platform/policies/access.ts';
import { grantsOf, IS_GRANTED } from '../../platform/policies/reader-grants.ts';
import { can } from '../../platform/policies/roles.ts';

const CLAIMS_BY_READER = `SELECT r.position::int, ${IS_GRANTED}, ${MEMBERSHIP_CLAIMS}
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[])
         WITH ORDINALITY AS r(webhook_id, user_id, token_id, token_version, position)
  LEFT JOIN webhooks w ON w.id = r.webhook_id
  LEFT JOIN memberships m ON m.organization_id = w.organization_id AND m.user_id = r.user_id`;

/** Finds subscribers who lost access to their webhook, with one statement. */
export async function findLostWebhookReaders(pool: pg.Pool, readers: Subscriber[]): Promise<Subscriber[]> {
  if (readers.length === 0) return [];
  const values = [readers.map(({ topic }) => topic), readers.map(({ userId }) => userId), ...grantsOf(readers)];
  const { rows } = await pool.query<{
    position: number;
    isGranted: boolean;
    role: Role | null;
    tokenGeneration: number | null;
  }>(CLAIMS_BY_READER, values);
  return rows.flatMap(({ position, isGranted, role, tokenGeneration }) => {
    const reader = readers[position - 1];
    const mayRead = isGranted && role && can(role, 'webhook.manage') && reader?.tokenGeneration === tokenGeneration;
    return reader && !mayRead ? [reader] : [];
  });
}
