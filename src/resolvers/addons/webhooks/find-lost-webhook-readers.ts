import type pg from 'pg';
import type { Subscriber } from '../../../infrastructure/live-updates/subscribers.ts';
import { findDeniedReaders } from '../../platform/policies/reader-grants.ts';

const MEMBERSHIP = `LEFT JOIN webhooks w ON w.id = r.topic
       LEFT JOIN memberships m ON m.organization_id = w.organization_id AND m.user_id = r.user_id`;

/** Finds subscribers who lost access to their webhook. */
export const findLostWebhookReaders = (pool: pg.Pool, readers: Subscriber[]): Promise<Subscriber[]> =>
  findDeniedReaders(pool, readers, { joins: MEMBERSHIP, action: 'webhook.manage' });
