import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { addressHash } from '../../platform/mail/mail-allowance.ts';

/** SQL of the hash of the address of the visitor who wrote the annotation `a`. */
export const ADDRESS_HASH = addressHash('a.author_email');

/**
 * SQL condition: mails may be sent to the visitor who wrote the annotation `a` of the project `p`.
 * Imported annotations have addresses too, but no tokens of visitors.
 */
export const HAS_VISITOR_ADDRESS = `a.author_id IS NULL AND a.author_email IS NOT NULL
  AND a.deleted_at IS NULL AND a.visibility = 'public' AND p.deleted_at IS NULL AND p.public_feedback
  AND EXISTS (SELECT FROM visitor_tokens v WHERE v.annotation_id = a.id)
  AND NOT EXISTS (SELECT FROM suppressed_addresses s WHERE s.address_hash = ${ADDRESS_HASH})`;

const SUPPRESS = statement(
  'visitor-address/suppress',
  `INSERT INTO suppressed_addresses (address_hash, reason)
  SELECT ${ADDRESS_HASH}, $reason FROM annotations a WHERE a.id = $annotationId AND a.author_email IS NOT NULL
  ON CONFLICT (address_hash) DO NOTHING`,
);

/** Ends all mails to the address of the visitor who wrote an annotation. */
export async function suppressVisitor(
  sql: Queryable,
  annotationId: string,
  reason: 'unsubscribed' | 'bounced',
): Promise<void> {
  await SUPPRESS.run(sql, { annotationId, reason });
}
