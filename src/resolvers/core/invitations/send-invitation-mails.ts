import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { isPermanentFailure } from '../../../infrastructure/mail/mailer.ts';
import { invitationMail } from '../../platform/mail/invitation-mail.ts';
import { giveBackMail, takeMail } from '../../platform/mail/mail-allowance.ts';
import { recordMail } from '../../platform/mail/recorded-mailer.ts';
import { nextAttempt, sendDue } from '../../platform/mail/send-due.ts';
import { hashToken, newSecretToken } from '../auth/secret-token.ts';

/**
 * Claims the oldest due mail and stores the hash of a new token. If this process dies, the mail is
 * due again a minute later, with another token.
 */
const CLAIM = statement(
  'send-invitation-mails/claim',
  `WITH due AS (
    SELECT id FROM invitations WHERE mail_due_at <= now() AND expires_at > now()
     ORDER BY mail_due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE invitations i
       SET token_hash = $tokenHash, mail_attempts = mail_attempts + 1,
           mail_due_at = ${nextAttempt('mail_attempts')}
      FROM due WHERE i.id = due.id RETURNING i.*
  )
  SELECT c.id, c.email, c.role, o.name AS organization,
         ARRAY(SELECT p.name FROM projects p WHERE p.id = ANY(c.project_ids) AND p.organization_id = c.organization_id
                AND p.deleted_at IS NULL AND NOT c.all_projects ORDER BY p.name) AS "projects!",
         u.name AS "inviterName", u.email AS "inviterEmail"
    FROM claimed c JOIN organizations o ON o.id = c.organization_id LEFT JOIN users u ON u.id = c.invited_by_id`,
);

/** Applies only if the token is still the mailed one; resending makes another mail due. */
const SENT = statement(
  'send-invitation-mails/sent',
  `UPDATE invitations SET mail_due_at = NULL, mailed_at = now() WHERE id = $id AND token_hash = $tokenHash`,
);

const GIVEN_UP = statement(
  'send-invitation-mails/given-up',
  'UPDATE invitations SET mail_due_at = NULL WHERE id = $id AND token_hash = $tokenHash',
);

/** Waits until the next day, UTC. The address may get invitations of several organizations. */
const HOLD = statement(
  'send-invitation-mails/hold',
  `UPDATE invitations SET mail_attempts = 0,
         mail_due_at = (date_trunc('day', $now::timestamptz AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'
   WHERE id = $id AND token_hash = $tokenHash`,
);

/**
 * Sends due invitation mails. One to an address that got the invitations of the day waits until the
 * next. Any number of processes may run it concurrently.
 */
export const sendInvitationMails = (ctx: Context<'config' | 'mail' | 'pool'>): Promise<void> =>
  sendDue(() => sendNext(ctx));

async function sendNext(ctx: Context<'config' | 'mail' | 'pool'>): Promise<boolean> {
  const { pool, mail, config } = ctx.services;
  const token = newSecretToken();
  const tokenHash = hashToken(token);
  const claimed = await CLAIM.first(pool, { tokenHash });
  if (!claimed) return false;
  const { id, inviterName, inviterEmail, ...to } = claimed;
  const inviter = inviterName !== null && inviterEmail !== null ? { name: inviterName, email: inviterEmail } : null;
  const content = invitationMail({ ...to, inviter }, token, config.http.baseUrl);
  const now = new Date();
  if (!(await takeMail(pool, 'invitation', content.to, now, config.mail.perAddress))) {
    await HOLD.run(pool, { id, tokenHash, now });
    await recordMail(pool, content, 'held back until tomorrow: the address got the invitations of the day');
    return true;
  }
  try {
    await mail.send(content);
  } catch (error) {
    const isRejected = isPermanentFailure(error);
    const outcome = isRejected ? 'address rejected' : 'retry scheduled';
    ctx.logger.warn({ err: error, invitation: id }, `invitation mail failed; ${outcome}`);
    if (isRejected) await GIVEN_UP.run(pool, { id, tokenHash });
    else await giveBackMail(pool, 'invitation', content.to, now);
    return isRejected;
  }
  await SENT.run(pool, { id, tokenHash });
  return true;
}
