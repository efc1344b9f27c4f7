import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';

const ADMINS = `SELECT u.email, o.name AS organization
  FROM memberships m JOIN users u ON u.id = m.user_id JOIN organizations o ON o.id = m.organization_id
  WHERE m.organization_id = $1 AND m.role IN ('owner', 'admin')`;

const INSERT = `INSERT INTO queued_mails (id, organization_id, recipient, subject, text, html)
  SELECT m.id, $1, m.recipient, m.subject, m.text, m.html
    FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[]) AS m(id, recipient, subject, text, html)`;

/**
 * Queues a mail to each admin and owner of an organization, sent after the transaction `sql`
 * commits.
 *
 * @param write composes a mail from the recipient and the organization's name; it is stored until
 *   it
 *   is sent
 */
export async function queueAdminMails(
  sql: Queryable,
  organizationId: string,
  write: (to: string, organization: string) => Mail,
): Promise<void> {
  const { rows } = await sql.query<{ email: string; organization: string }>(ADMINS, [organizationId]);
  const mails = rows.map(({ email, organization }) => write(email, organization));
  await sql.query(INSERT, [
    organizationId,
    mails.map(newId),
    mails.map(({ to }) => to),
    mails.map(({ subject }) => subject),
    mails.map(({ text }) => text),
    mails.map(({ html }) => html),
  ]);
}
