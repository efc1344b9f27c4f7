import type pg from 'pg';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Subscriber } from '../../../infrastructure/live-updates/live-updates.ts';
import { findDeniedReaders, readerClaims } from '../../platform/policies/reader-grants.ts';

const CLAIMS = statement(
  'find-lost-webhook-readers/claims',
  readerClaims(`LEFT JOIN webhooks w ON w.id = r.topic
       LEFT JOIN memberships m ON m.organization_id = w.organization_id AND m.user_id = r.user_id`),
);

/** Finds subscribers who lost access to their webhook. */
export const findLostWebhookReaders = (pool: pg.Pool, readers: Subscriber[]): Promise<Subscriber[]> =>
  findDeniedReaders(pool, readers, { claims: CLAIMS, action: 'webhook.manage' });
