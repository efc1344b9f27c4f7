import type { Context } from '../../../context.ts';
import { isPermanentFailure } from '../../../infrastructure/mail/mailer.ts';
import { addVisitorCode } from '../../core/annotations/visitor-codes.ts';
import { giveBackMail, takeMail } from '../../platform/mail/mail-allowance.ts';
import { recordMail } from '../../platform/mail/recorded-mailer.ts';
import { sendDue } from '../../platform/mail/send-due.ts';
import { holdVisitorMail, readHeldThreads } from './held-visitor-mails.ts';
import { mailedProof } from './mailed-proof.ts';
import {
  type ClaimedVisitorMail,
  claimVisitorMails,
  finishVisitorMails,
  readPendingEvents,
  readVisitorNews,
  removeEmptyVisitorMail,
  type VisitorNews,
} from './pending-visitor-mails.ts';
import { suppressVisitor } from './visitor-address.ts';
import { type MailedThread, type News, visitorMail, visitorMailSubject } from './visitor-mail-content.ts';

/** Threads of a mail whose proof has a picture. */
const MAX_PICTURES = 8;

type SendContext = Context<'config' | 'links' | 'mail' | 'objectUrls' | 'objects' | 'pool'>;

/**
 * Sends due mails to visitors, each once unless a process dies while sending. Any number of
 * processes may run it.
 *
 * @param now the time, by which mails are due
 */
export const sendVisitorMails = (ctx: SendContext, now = () => new Date()): Promise<void> =>
  sendDue(() => sendNext(ctx, now()));

/** A thread of a mail: its events that are pending, and what the mail shows of them. */
interface PendingThread {
  annotationId: string;
  events: string[];
  news: VisitorNews[];
}

/** A thread about which there is something to mail. */
type ThreadWithNews = PendingThread & { news: News };

async function sendNext(ctx: SendContext, now: Date): Promise<boolean> {
  const { pool, config } = ctx.services;
  const claimed = await claimVisitorMails(pool, now);
  const [firstClaimed] = claimed;
  if (!firstClaimed) return false;
  const threads = await Promise.all(claimed.map(({ annotationId }) => readThread(ctx, annotationId, now)));
  for (const { annotationId, events } of threads) {
    if (events.length === 0) await removeEmptyVisitorMail(pool, annotationId);
  }
  const finish = async (done: PendingThread[]) => {
    if (done.length > 0) await finishVisitorMails(pool, done, config.mail.groupingMs);
  };
  await finish(threads.filter((thread) => thread.events.length > 0 && !hasNews(thread)));
  const [first, ...beside] = threads.filter(hasNews);
  if (!first) return true;
  const address = first.news[0].email;
  if (!(await takeMail(pool, 'comment', address, now, config.mail.perAddress))) {
    for (const thread of [first, ...beside]) {
      if (await hold(ctx, firstClaimed.heldFor, thread, now)) await finish([thread]);
    }
    return true;
  }
  const ids = claimed.map(({ annotationId }) => annotationId);
  const others = firstClaimed.heldFor === null ? [] : await readHeldThreads(pool, firstClaimed.heldFor, ids);
  const held = await Promise.all(others.map((id) => readThread(ctx, id, now)));
  const { isAvailable, isFinished } = await send(ctx, firstClaimed, [first, ...beside, ...held.filter(hasNews)]);
  if (!isAvailable) await giveBackMail(pool, 'comment', address, now);
  if (isFinished) await finish([first, ...beside, ...held]);
  return isAvailable;
}

async function readThread({ services: { pool } }: SendContext, annotationId: string, now: Date) {
  const events = await readPendingEvents(pool, annotationId, now);
  return { annotationId, events, news: await readVisitorNews(pool, annotationId, events) };
}

const hasNews = (thread: PendingThread): thread is ThreadWithNews => thread.news.length > 0;

/**
 * Holds a mail back until the next day, and records it for administrators.
 *
 * @returns whether it waited for too long and is given up
 */
async function hold(
  { services: { pool, config } }: SendContext,
  heldFor: string | null,
  { annotationId, news }: ThreadWithNews,
  now: Date,
): Promise<boolean> {
  const isGivenUp = await holdVisitorMail(pool, annotationId, now);
  if (heldFor === null || isGivenUp) {
    const state = isGivenUp ? 'given up' : 'held back until tomorrow';
    const reason = `over ${config.mail.perAddress} mails a day to an address whose owner has not used a link yet`;
    const mail = { to: news[0].email, subject: visitorMailSubject([{ news }]) };
    await recordMail(pool, mail, `${state}: ${reason}`);
  }
  return isGivenUp;
}

interface Outcome {
  /** Whether the mail server replied. */
  isAvailable: boolean;
  /** Whether the mail is not tried again. */
  isFinished: boolean;
}

async function send(
  ctx: SendContext,
  { annotationId, isLast }: ClaimedVisitorMail,
  threads: [ThreadWithNews, ...ThreadWithNews[]],
): Promise<Outcome> {
  const { pool, mail } = ctx.services;
  try {
    const [first, ...others] = threads;
    const mailed = await Promise.all(others.map((thread, index) => withLinks(ctx, thread, index + 1 < MAX_PICTURES)));
    await mail.send(visitorMail(ctx, [await withLinks(ctx, first, true), ...mailed]));
  } catch (error) {
    const isRejected = isPermanentFailure(error);
    const isFinished = isRejected || isLast;
    const outcome = isFinished ? 'given up' : 'retry scheduled';
    ctx.logger.warn({ err: error, annotation: annotationId }, `mail to a visitor failed; ${outcome}`);
    if (isRejected) await suppressVisitor(pool, annotationId, 'bounced');
    return { isAvailable: isRejected, isFinished };
  }
  return { isAvailable: true, isFinished: true };
}

/** Adds the codes of a thread's links. */
async function withLinks(
  ctx: SendContext,
  { annotationId, news }: ThreadWithNews,
  showsPicture: boolean,
): Promise<MailedThread> {
  const code = await addVisitorCode(ctx.services.pool, annotationId);
  const isProven = news.some(({ kind }) => kind === 'proof');
  const found = isProven ? await mailedProof(ctx, annotationId, null) : undefined;
  const proof = found && (showsPicture ? found : { code: found.code });
  return { annotationId, code, news, proof };
}
