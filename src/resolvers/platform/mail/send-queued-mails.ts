import type { Context } from '../../../context.ts';
import { deleteRow } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { isPermanentFailure } from '../../../infrastructure/mail/mailer.ts';
import { nextAttempt, sendDue } from './send-due.ts';

/** Time after which an unsent mail is discarded. */
const MAX_AGE = '3 days';

/** Claims the oldest due mail. If this process dies, the mail is due again a minute later. */
const CLAIM = statement(
  'send-queued-mails/claim',
  `UPDATE queued_mails SET attempts = attempts + 1, due_at = ${nextAttempt('attempts')}
  WHERE id = (SELECT id FROM queued_mails WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING id, recipient AS to, subject, text, html, created_at < now() - interval '${MAX_AGE}' AS "isLast!"`,
);

/**
 * Sends due mails, each once unless a process dies while sending. Any number of processes may run
 * it.
 */
export const sendQueuedMails = (ctx: Context<'mail' | 'pool'>): Promise<void> => sendDue(() => sendNext(ctx));

async function sendNext(ctx: Context<'mail' | 'pool'>): Promise<boolean> {
  const claimed = await CLAIM.first(ctx.services.pool);
  if (!claimed) return false;
  const { id, isLast, ...mail } = claimed;
  const remove = () => deleteRow(ctx.services.pool, 'queued_mails', id);
  try {
    await ctx.services.mail.send(mail);
  } catch (error) {
    const isRefused = isPermanentFailure(error);
    const isGivenUp = isRefused || isLast;
    ctx.logger.warn(
      { err: error, mail: id },
      isGivenUp ? 'mail discarded after its last attempt' : 'mail not sent; retry scheduled',
    );
    if (isGivenUp) await remove();
    return isRefused;
  }
  await remove();
  return true;
}
