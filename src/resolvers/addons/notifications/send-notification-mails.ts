import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { mailedPicture } from '../../../infrastructure/images/element-picture.ts';
import { meantPicture } from '../../../infrastructure/images/meant-picture.ts';
import { isPermanentFailure } from '../../../infrastructure/mail/mailer.ts';
import { meantPart } from '../../core/annotations/meant-part.ts';
import { notificationMail, type ThreadMail } from './mail-content.ts';
import { type MailedProof, mailedProof } from './mailed-proof.ts';
import {
  claimMails,
  type FinishedMail,
  finishMails,
  type MailedNotification,
  type PendingMail,
  readPendingMails,
  releaseMails,
  removeEmptyMails,
} from './pending-mails.ts';

/** Mails sent concurrently, and recorded as sent by one statement. */
const CONCURRENCY = 5;
/** Proofs of one mail, each with a picture. */
const MAX_PROOFS = 8;
/** Time after which no further batch is claimed, ms; the next run sends the rest. */
const RUN_MS = 4_500;
/** Pauses a busy run before it looks for further mails. */
const lookAgain = () => pause(200);

type SendContext = Context<'config' | 'links' | 'mail' | 'objects' | 'pool' | 'stopping'>;

/**
 * Sends the mails of notifications that are due, and those that become due meanwhile: a run that
 * found some looks again until its time has passed.
 *
 * @param options.forMs time after which no further batch is claimed, ms
 * @param options.wait pause before it looks again
 */
export async function keepSendingNotificationMails(
  ctx: SendContext,
  { forMs = RUN_MS, wait = lookAgain }: { forMs?: number; wait?: () => Promise<unknown> } = {},
): Promise<void> {
  const until = Date.now() + forMs;
  while (await sendNotificationMails(ctx, () => new Date(), until)) {
    if (Date.now() >= until || ctx.services.stopping.aborted) return;
    await wait();
  }
}

/**
 * Sends the mails of notifications that are due, each once unless a process dies while sending. Any
 * number of processes may run it. A failure of the mail server ends the run.
 *
 * @param now the time, by which mails are due
 * @param until the time after which no further batch is claimed, Unix ms
 * @returns whether mails were due and the mail server took them
 */
export async function sendNotificationMails(
  ctx: SendContext,
  now = () => new Date(),
  until = Date.now() + RUN_MS,
): Promise<boolean> {
  const { pool, stopping } = ctx.services;
  let wereDue = false;
  while (Date.now() < until && !stopping.aborted) {
    const claimed = await claimMails(pool, now());
    if (claimed.length === 0) return wereDue;
    wereDue = true;
    const mails = await readPendingMails(pool, claimed, now());
    const empty = mails.filter(({ ids }) => ids.length === 0);
    if (empty.length > 0) await inTransaction(pool, (sql) => removeEmptyMails(sql, empty));
    const waiting = mails.filter(({ ids }) => ids.length > 0);
    const groups = groupProofs(waiting);
    const isAvailable = await sendAll(ctx, groups);
    await releaseMails(pool, groups.flat());
    if (!isAvailable) return false;
  }
  return wereDue;
}

/**
 * Sends mails in order and removes the tried ones from the list.
 *
 * @returns false if the mail server failed
 */
async function sendAll(ctx: SendContext, waiting: MailGroup[]): Promise<boolean> {
  const { pool, stopping, config } = ctx.services;
  while (waiting.length > 0 && !stopping.aborted) {
    const mails = waiting.splice(0, CONCURRENCY);
    const outcomes = await Promise.all(mails.map((group) => send(ctx, group)));
    const finished = outcomes.flatMap((outcome) => outcome.finished);
    if (finished.length > 0) await finishMails(pool, finished, config.mail.groupingMs);
    if (!outcomes.every(({ isAvailable }) => isAvailable)) return false;
  }
  return true;
}

interface Outcome {
  /** Mails that are not tried again. */
  finished: FinishedMail[];
  /** Whether the mail server replied. */
  isAvailable: boolean;
}

async function send(ctx: SendContext, group: MailGroup): Promise<Outcome> {
  const threads = group.flatMap(({ topic, notifications: [first, ...others] }): ThreadMail[] =>
    first ? [{ topic, notifications: [first, ...others] }] : [],
  );
  const [thread, ...beside] = threads;
  const finished = group.map((mail) => ({ mail, mailed: mail.notifications }));
  const without = (mails: MailGroup) => mails.map((mail) => ({ mail, mailed: [] }));
  if (!thread) return { finished, isAvailable: true };
  const [first] = thread.notifications;
  try {
    const shown = await Promise.all(beside.map((each) => withPictures(ctx, each)));
    await ctx.services.mail.send(notificationMail(ctx, [await withPictures(ctx, thread), ...shown]));
  } catch (error) {
    const isRejected = isPermanentFailure(error);
    const givenUp = isRejected ? group : group.filter(({ isLast }) => isLast);
    const outcome = givenUp.length > 0 ? 'given up' : 'retry scheduled';
    ctx.logger.warn({ err: error, membership: first.membershipId }, `notification mail failed; ${outcome}`);
    if (isRejected) await BOUNCED.run(ctx.services.pool, { userId: first.userId, email: first.email });
    return { finished: without(givenUp), isAvailable: isRejected };
  }
  return { finished, isAvailable: true };
}

/** Mails of one member that are sent as one. */
type MailGroup = PendingMail[];

/** Groups mails that ask a member whether their comments in a project are done. */
function groupProofs(mails: readonly PendingMail[]): MailGroup[] {
  const groups = new Map<string, MailGroup>();
  for (const mail of mails) {
    const own = mail.notifications.find(
      ({ kind, annotationId }) => kind === 'own_proof' && annotationId === mail.topic,
    );
    const key = `${mail.membershipId} ${own ? own.projectId : mail.topic}`;
    const group = groups.get(key);
    if (own && group && group.length < MAX_PROOFS) group.push(mail);
    else {
      // A full group keeps its mails under a key of its own.
      if (group) groups.set(`${key} ${mail.topic}`, group);
      groups.set(key, [mail]);
    }
  }
  return [...groups.values()];
}

async function withPictures(ctx: SendContext, thread: ThreadMail): Promise<ThreadMail> {
  const { topic, notifications } = thread;
  const proof = await proofFor(ctx, topic, notifications);
  const [first] = notifications;
  const picture = first.annotationId === topic && !proof ? await pictureOf(ctx, first) : undefined;
  return { ...thread, proof, picture };
}

/** Proof of the reporter's annotation in the mail of its thread. */
async function proofFor(
  ctx: SendContext,
  topic: string,
  notifications: readonly MailedNotification[],
): Promise<MailedProof | undefined> {
  const own = notifications.find(({ kind, annotationId }) => kind === 'own_proof' && annotationId === topic);
  return own && mailedProof(ctx, topic, own);
}

const BOUNCED = statement(
  'send-notification-mails/bounced',
  `INSERT INTO notification_settings (user_id, bounced_email, bounced_at) VALUES ($userId, $email, now())
  ON CONFLICT (user_id) DO UPDATE SET bounced_email = excluded.bounced_email, bounced_at = excluded.bounced_at`,
);

/**
 * Picture of what was meant: as it was sent if the author drew on it, or if no capture shows the
 * element. Undefined if there is none, or it cannot be read.
 */
async function pictureOf(
  { services: { objects }, logger }: SendContext,
  { imageKey, box, scale, pictureKey, isDrawn, isGuest, ...described }: MailedNotification,
): Promise<Buffer | undefined> {
  const part = imageKey !== null && box ? meantPart(described, box) : null;
  const sentKey = !isGuest && (isDrawn || !part) ? pictureKey : null;
  const key = sentKey ?? imageKey;
  if (key === null) return undefined;
  try {
    if (sentKey !== null) return await mailedPicture(await objects.get(sentKey));
    return part ? await meantPicture(await objects.get(key), part, scale ?? 1, 'png') : undefined;
  } catch (error) {
    logger.warn({ err: error, key }, 'picture of a notification mail not readable; sent without it');
    return undefined;
  }
}
