import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { ADDRESS_HASH } from './visitor-address.ts';

/** Time after which a mail that is held back is given up. */
const MAX_HOLD = '7 days';
/** Threads of one mail beside the first. */
const MAX_OTHERS = 19;

/** The age by which failing mails are given up starts when the mail is due again. */
const HOLD = statement(
  'held-visitor-mails/hold',
  `UPDATE visitor_mails m SET due_at = next.day, created_at = next.day, attempts = 0,
         held_for = ${ADDRESS_HASH}, held_since = coalesce(m.held_since, $now)
    FROM annotations a,
         (SELECT (date_trunc('day', $now::timestamptz AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC' AS day) next
   WHERE m.annotation_id = $annotationId AND a.id = m.annotation_id
  RETURNING m.held_since < $now - interval '${MAX_HOLD}' AS "isGivenUp!"`,
);

/**
 * Holds a mail back until the next day, UTC, when one mail contains all that are held back for its
 * address.
 *
 * @returns whether it was held back for too long
 */
export async function holdVisitorMail(sql: Queryable, annotationId: string, now: Date): Promise<boolean> {
  const row = await HOLD.first(sql, { annotationId, now });
  return row?.isGivenUp === true;
}

const HELD = statement(
  'held-visitor-mails/held',
  `SELECT annotation_id AS id FROM visitor_mails WHERE held_for = $heldFor AND annotation_id <> ALL($claimed::uuid[])
  ORDER BY annotation_id LIMIT ${MAX_OTHERS}`,
);

/** Annotations whose mails are held back for the same address as the claimed ones. */
export const readHeldThreads = async (sql: Queryable, heldFor: string, claimed: string[]): Promise<string[]> =>
  (await HELD.rows(sql, { heldFor, claimed })).map(({ id }) => id);
