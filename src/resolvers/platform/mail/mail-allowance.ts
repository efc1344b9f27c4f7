import type { Queryable } from '../../../infrastructure/database/transaction.ts';

/** SQL of the hash by which the address of a column or a parameter is stored. */
export const addressHash = (address: string): string => `encode(sha256(convert_to(lower(${address}), 'UTF8')), 'hex')`;

const DAY = `($2::timestamptz AT TIME ZONE 'UTC')::date`;

/** The row of the address is locked, so that concurrent mails are counted one after another. */
const TAKE = `INSERT INTO mailed_addresses AS m (address_hash, day, count) VALUES (${addressHash('$1::text')}, ${DAY}, 1)
  ON CONFLICT (address_hash) DO UPDATE
    SET day = greatest(m.day, excluded.day), count = CASE WHEN m.day >= excluded.day THEN m.count + 1 ELSE 1 END
    WHERE m.confirmed_at IS NOT NULL OR m.day < excluded.day OR m.count < $3
       OR EXISTS (SELECT FROM users u WHERE u.email = lower($1) AND u.email_verified_at IS NOT NULL)`;

/**
 * Counts a mail to an address that anybody may have entered.
 *
 * @param limit mails a day until the owner of the address used a link, or verified an account
 * @returns false if the mail has to wait
 */
export async function takeMail(sql: Queryable, address: string, now: Date, limit: number): Promise<boolean> {
  return (await sql.query(TAKE, [address, now, limit])).rowCount === 1;
}

const GIVE_BACK = `UPDATE mailed_addresses SET count = count - 1
  WHERE address_hash = ${addressHash('$1::text')} AND day = ${DAY} AND count > 0`;

/** Takes back the count of a mail that the mail server did not accept. */
export async function giveBackMail(sql: Queryable, address: string, now: Date): Promise<void> {
  await sql.query(GIVE_BACK, [address, now]);
}
