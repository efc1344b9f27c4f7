import type pg from 'pg';
import type { Role } from '../../../generated/prisma/client.ts';
import type { Reader } from '../../../infrastructure/live-updates/subscribers.ts';
import { STANDING } from '../../platform/policies/access.ts';
import { can } from '../../platform/policies/roles.ts';

const OF_READERS = `SELECT r.place::int, ${STANDING}
  FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS r(webhook_id, user_id, place)
  LEFT JOIN webhooks w ON w.id = r.webhook_id
  LEFT JOIN memberships m ON m.organization_id = w.organization_id AND m.user_id = r.user_id`;

/** Those who may not read the deliveries of their webhook any more: one statement, however many readers there are. */
export async function findLostWebhookReaders(pool: pg.Pool, readers: Reader[]): Promise<Reader[]> {
  if (readers.length === 0) return [];
  const values = [readers.map(({ topic }) => topic), readers.map(({ userId }) => userId)];
  const { rows } = await pool.query<{ place: number; role: Role | null; tokenGeneration: number | null }>(
    OF_READERS,
    values,
  );
  return rows.flatMap(({ place, role, tokenGeneration }) => {
    const reader = readers[place - 1];
    const mayRead = role && can(role, 'webhook.manage') && reader?.tokenGeneration === tokenGeneration;
    return reader && !mayRead ? [reader] : [];
  });
}
