import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';

const ADMINS = statement(
  'queue-admin-mails/admins',
  `SELECT u.email, o.name AS organization
  FROM memberships m JOIN users u ON u.id = m.user_id JOIN organizations o ON o.id = m.organization_id
  WHERE m.organization_id = $organizationId AND m.role IN ('owner', 'admin')`,
);

const INSERT = statement(
  'queue-admin-mails/insert',
  `INSERT INTO queued_mails (id, organization_id, recipient, subject, text, html)
  SELECT m.id, $organizationId, m.recipient, m.subject, m.text, m.html
    FROM unnest($ids::uuid[], $tos::text[], $subjects::text[], $texts::text[], $htmls::text[]) AS m(id, recipient, subject, text, html)`,
);

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
  const rows = await ADMINS.rows(sql, { organizationId });
  const mails = rows.map(({ email, organization }) => write(email, organization));
  await INSERT.run(sql, {
    organizationId,
    ids: mails.map(newId),
    tos: mails.map(({ to }) => to),
    subjects: mails.map(({ subject }) => subject),
    texts: mails.map(({ text }) => text),
    htmls: mails.map(({ html }) => html),
  });
}
