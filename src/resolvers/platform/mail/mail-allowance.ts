import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';

/** SQL of the hash by which the address of a column or a parameter is stored. */
export const addressHash = (address: string): string => `encode(sha256(convert_to(lower(${address}), 'UTF8')), 'hex')`;

/**
 * Kinds of mails to addresses that anybody may have entered. Each has a count of its own, so that
 * none uses up the mails of another.
 */
export type MailKind = 'account' | 'comment' | 'invitation';

const COUNTS = { account: 'account_mails', comment: 'count', invitation: 'invitations' } as const;

/** Factor of the limit of invitations once the owner of an address used a link. */
const CONFIRMED_INVITATIONS = 5;

/** SQL condition: the owner of an address used a link that was mailed to it, or has an account. */
export const isConfirmed = (address: string): string =>
  `(EXISTS (SELECT FROM mailed_addresses m WHERE m.address_hash = ${addressHash(address)} AND m.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM users u WHERE u.email = lower(${address}) AND u.email_verified_at IS NOT NULL))`;

const VERIFIED = 'EXISTS (SELECT FROM users u WHERE u.email = lower($1) AND u.email_verified_at IS NOT NULL)';
const CONFIRMED = `(m.confirmed_at IS NOT NULL OR ${VERIFIED})`;

/** SQL conditions under which a mail may be sent although the day has `limit` of its kind. */
const ABOVE_LIMIT: Record<MailKind, string> = {
  account: VERIFIED,
  comment: CONFIRMED,
  invitation: `${CONFIRMED} AND m.invitations < $3 * ${CONFIRMED_INVITATIONS}`,
};

const DAY = `($2::timestamptz AT TIME ZONE 'UTC')::date`;

/** The row of the address is locked, so that concurrent mails are counted one after another. */
function take(kind: MailKind): string {
  const counted = COUNTS[kind];
  const counts = Object.values(COUNTS).map(
    (column) =>
      `${column} = CASE WHEN m.day >= excluded.day THEN m.${column} ELSE 0 END + ${column === counted ? 1 : 0}`,
  );
  return `INSERT INTO mailed_addresses AS m (address_hash, day, ${counted}) VALUES (${addressHash('$1::text')}, ${DAY}, 1)
    ON CONFLICT (address_hash) DO UPDATE SET day = greatest(m.day, excluded.day), ${counts.join(', ')}
      WHERE m.day < excluded.day OR m.${counted} < $3 OR (${ABOVE_LIMIT[kind]})`;
}

/**
 * Counts a mail to an address that anybody may have entered.
 *
 * @param limit mails of the kind a day, until the owner of the address used a link of one
 * @returns false if the mail is not to be sent today
 */
export async function takeMail(
  sql: Queryable,
  kind: MailKind,
  address: string,
  now: Date,
  limit: number,
): Promise<boolean> {
  return (await sql.query(take(kind), [address, now, limit])).rowCount === 1;
}

/** Takes back the count of a mail that the mail server did not accept. */
export async function giveBackMail(sql: Queryable, kind: MailKind, address: string, now: Date): Promise<void> {
  const counted = COUNTS[kind];
  await sql.query(
    `UPDATE mailed_addresses SET ${counted} = ${counted} - 1
      WHERE address_hash = ${addressHash('$1::text')} AND day = ${DAY} AND ${counted} > 0`,
    [address, now],
  );
}

const RELEASE_THREADS = statement(
  'mail-allowance/release-threads',
  `UPDATE visitor_mails SET due_at = now() WHERE held_for = ${addressHash('$address::text')}`,
);
const RELEASE_INVITATIONS = statement(
  'mail-allowance/release-invitations',
  'UPDATE invitations SET mail_due_at = now() WHERE email = lower($address) AND mail_due_at > now()',
);

/** Makes due what waited for the owner of an address, who has used a link that was mailed to it. */
export async function releaseMails(sql: Queryable, address: string): Promise<void> {
  await RELEASE_THREADS.run(sql, { address });
  await RELEASE_INVITATIONS.run(sql, { address });
}
