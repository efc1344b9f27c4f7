import type { Context } from '../../../context.ts';
import { isPermanentFailure } from '../../../infrastructure/mail/mailer.ts';
import { addVisitorCode } from '../../core/annotations/visitor-codes.ts';
import { sendDue } from '../../platform/mail/send-due.ts';
import { mailedProof } from './mailed-proof.ts';
import {
  claimVisitorMail,
  finishVisitorMail,
  readPendingEvents,
  readVisitorNews,
  removeEmptyVisitorMail,
  type VisitorNews,
} from './pending-visitor-mails.ts';
import { suppressVisitor } from './visitor-address.ts';
import { visitorMail } from './visitor-mail-content.ts';

type SendContext = Context<'config' | 'links' | 'mail' | 'objects' | 'pool'>;

/**
 * Sends due mails to visitors, each once unless a process dies while sending. Any number of
 * processes may run it.
 *
 * @param now the time, by which mails are due
 */
export const sendVisitorMails = (ctx: SendContext, now = () => new Date()): Promise<void> =>
  sendDue(() => sendNext(ctx, now()));

async function sendNext(ctx: SendContext, now: Date): Promise<boolean> {
  const { pool, config, mail } = ctx.services;
  const claimed = await claimVisitorMail(pool, now);
  if (!claimed) return false;
  const { annotationId, isLast } = claimed;
  const events = await readPendingEvents(pool, annotationId, now);
  if (events.length === 0) {
    await removeEmptyVisitorMail(pool, annotationId);
    return true;
  }
  const finish = () => finishVisitorMail(pool, annotationId, events, config.mail.groupingMs);
  const [first, ...others] = await readVisitorNews(pool, annotationId, events);
  if (!first) {
    await finish();
    return true;
  }
  try {
    const code = await addVisitorCode(pool, annotationId);
    const news: [VisitorNews, ...VisitorNews[]] = [first, ...others];
    const proof = news.some(({ kind }) => kind === 'proof') ? await mailedProof(ctx, annotationId, null) : undefined;
    await mail.send(visitorMail(ctx, { annotationId, code, news, proof }));
  } catch (error) {
    const isRejected = isPermanentFailure(error);
    const isGivenUp = isRejected || isLast;
    const outcome = isGivenUp ? 'given up' : 'retry scheduled';
    ctx.logger.warn({ err: error, annotation: annotationId }, `mail to a visitor failed; ${outcome}`);
    if (isRejected) await suppressVisitor(pool, annotationId, 'bounced');
    if (isGivenUp) await finish();
    return isRejected;
  }
  await finish();
  return true;
}
