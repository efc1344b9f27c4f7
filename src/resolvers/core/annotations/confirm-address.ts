import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { addressHash } from '../../platform/mail/mail-allowance.ts';

const CONFIRM = `WITH address AS (
    SELECT ${addressHash('author_email')} AS hash FROM annotations
     WHERE id = $1 AND author_id IS NULL AND author_email IS NOT NULL
  ), released AS (
    UPDATE visitor_mails SET due_at = now() WHERE held_for = (SELECT hash FROM address)
  )
  INSERT INTO mailed_addresses AS m (address_hash, day, confirmed_at)
  SELECT hash, (now() AT TIME ZONE 'UTC')::date, now() FROM address
  ON CONFLICT (address_hash) DO UPDATE SET confirmed_at = coalesce(m.confirmed_at, now())`;

/**
 * Records that the visitor who wrote an annotation owns the address, having used a code that was
 * mailed to it. The limit of unconfirmed addresses ends, and mails that waited are due.
 */
export async function confirmAddress(sql: Queryable, annotationId: string): Promise<void> {
  await sql.query(CONFIRM, [annotationId]);
}
