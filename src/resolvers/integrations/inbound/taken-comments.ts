import type { Queryable } from '../../../infrastructure/database/transaction.ts';

/** What is kept of a comment whose reply was deleted: as long as a tracker's call, of which it is a trace too. */
const TRACE = `'comment ' || `;

const IS_TAKEN = `SELECT FROM external_comments WHERE integration_id = $1 AND external_id = $2::text
  UNION ALL SELECT FROM inbound_calls WHERE integration_id = $1 AND hash = ${TRACE} $2::text`;
const REMEMBER = `INSERT INTO external_comments (integration_id, comment_id, external_id, attempted_at)
  VALUES ($1, $2, $3, now())`;
const LEAVE_TRACE = `INSERT INTO inbound_calls (integration_id, hash)
  SELECT integration_id, ${TRACE} external_id FROM external_comments WHERE comment_id = $1 AND external_id IS NOT NULL
  ON CONFLICT DO NOTHING`;

/** Whether a tracker's comment is a reply here, or was one. */
export const isTaken = async (sql: Queryable, integrationId: string, externalId: string): Promise<boolean> =>
  (await sql.query(IS_TAKEN, [integrationId, externalId])).rowCount !== 0;

/** Notes which reply a tracker's comment has become. */
export async function rememberTaken(
  sql: Queryable,
  integrationId: string,
  { commentId, externalId }: { commentId: string; externalId: string },
): Promise<void> {
  await sql.query(REMEMBER, [integrationId, commentId, externalId]);
}

/** Before a reply is deleted: what a tracker tells again of it does not bring it back. */
export async function forgetTakenComment(sql: Queryable, commentId: string): Promise<void> {
  await sql.query(LEAVE_TRACE, [commentId]);
}
