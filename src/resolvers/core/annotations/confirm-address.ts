import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { addressHash, releaseMails } from '../../platform/mail/mail-allowance.ts';

const CONFIRM = statement(
  'confirm-address/confirm',
  `WITH address AS (
    SELECT author_email AS email FROM annotations
     WHERE id = $annotationId AND author_id IS NULL AND author_email IS NOT NULL
  ), confirmed AS (
    INSERT INTO mailed_addresses AS m (address_hash, day, confirmed_at)
    SELECT ${addressHash('email')}, (now() AT TIME ZONE 'UTC')::date, now() FROM address
    ON CONFLICT (address_hash) DO UPDATE SET confirmed_at = coalesce(m.confirmed_at, now())
  )
  SELECT email AS "email!" FROM address`,
);

/**
 * Records that the visitor who wrote an annotation owns the address, having used a code that was
 * mailed to it. The limit of unconfirmed addresses ends, and mails that waited are due.
 */
export async function confirmAddress(sql: Queryable, annotationId: string): Promise<void> {
  const rows = await CONFIRM.rows(sql, { annotationId });
  for (const { email } of rows) await releaseMails(sql, email);
}
