import type { Context } from '../../../context.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { giveBackMail, takeMail } from '../../platform/mail/mail-allowance.ts';
import { type CallLimit, rateLimited, secondsToWait } from '../../platform/quotas/call-limits.ts';

type MailContext = Context<'config' | 'mail' | 'pool'>;

/** Counts a mail to an account. Anybody may have entered the address until it is verified. */
const take = ({ services: { config, pool } }: MailContext, address: string, now: Date): Promise<boolean> =>
  takeMail(pool, 'account', address, now, config.mail.perAddress);

/** Sends a counted mail. */
async function sendCounted({ services: { mail, pool } }: MailContext, content: Mail, now: Date): Promise<void> {
  try {
    await mail.send(content);
  } catch (error) {
    await giveBackMail(pool, 'account', content.to, now);
    throw error;
  }
}

/**
 * Counts a mail that is sent after the response.
 *
 * @returns a function that sends it
 * @throws RATE_LIMITED
 */
export async function reserveAccountMail(ctx: MailContext, address: string): Promise<(content: Mail) => Promise<void>> {
  const now = new Date();
  if (await take(ctx, address, now)) return (content) => sendCounted(ctx, content, now);
  const bound: CallLimit = {
    what: 'mails to an unverified address',
    limit: ctx.services.config.mail.perAddress,
    windowMs: DAY_MS,
  };
  const resetSeconds = secondsToWait(DAY_MS - (now.getTime() % DAY_MS));
  throw rateLimited(ctx, bound, { limit: bound.limit, remaining: 0, resetSeconds });
}

/** Sends a mail to an account, unless its address is unverified and got the mails of the day. */
export async function sendAccountMail(ctx: MailContext, content: Mail): Promise<void> {
  const now = new Date();
  if (await take(ctx, content.to, now)) await sendCounted(ctx, content, now);
  else
    ctx.logger.info({ subject: content.subject }, 'a mail to an unverified address was left out: MAIL_ADDRESS_LIMIT');
}
