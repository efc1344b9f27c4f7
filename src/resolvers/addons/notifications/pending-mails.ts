import type { AnnotationStatus, Resolution } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { Box } from '../../../infrastructure/images/geometry.ts';
import type { NotificationRow } from '../../../types/notification-update.ts';
import { drawnIn } from '../../core/annotations/pictures/read-picture.ts';
import { nextAttempt } from '../../platform/mail/send-due.ts';
import { channelOf, type NotificationKind, type StoredChannels } from './kinds.ts';
import { IS_READABLE, NOTIFICATION_COLUMNS, READABLE_NOTIFICATIONS } from './readable.ts';
import { undoneBy } from './undo-time.ts';

/** Mails claimed by one statement: few enough to be sent before their claims end. */
const BATCH = 20;
/** Age of an unsent mail that is discarded. */
const MAX_AGE = '3 days';
/** Characters of a text that a mail quotes. */
const QUOTE = 2_000;

/** A claimed mail. If this process dies, it is due again a minute later. */
export interface ClaimedMail {
  membershipId: string;
  topic: string;
  /** Whether it is discarded if it fails again. */
  isLast: boolean;
}

/** A notification with all that a mail shows of it. */
export interface MailedNotification extends NotificationRow {
  mailTopic: string;
  userId: string;
  isGuest: boolean;
  email: string;
  organizationName: string;
  /** Whether a visitor who did not write the annotation wrote the reply. */
  isOfOtherVisitor: boolean | null;
  title: string | null;
  content: string | null;
  url: string | null;
  status: AnnotationStatus | null;
  resolution: Resolution | null;
  /** Day, such as 2026-11-27. */
  dueOn: string | null;
  imageKey: string | null;
  box: Box | null;
  scale: number | null;
  metadata: unknown;
  domFingerprint: unknown;
  /** Key of the picture that the author sent. */
  pictureKey: string | null;
  isDrawn: boolean;
  general: StoredChannels | null;
  ofProject: StoredChannels | null;
}

/** SQL condition: a mail asks a member whether a comment of theirs is done. */
const asksReporter = (mail: string): string => `EXISTS (SELECT FROM notifications n
    WHERE n.membership_id = ${mail}.membership_id AND n.mail_topic = ${mail}.topic AND n.kind = 'own_proof')`;

/**
 * Proofs of one approval become due one after another, as their pictures are stored: the first of a
 * member is claimed with the others, which are sent in one mail.
 */
const CLAIM = statement(
  'pending-mails/claim',
  `WITH due AS (
    SELECT membership_id, topic FROM notification_mails
     WHERE due_at <= $now ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), beside AS (
    SELECT m.membership_id, m.topic FROM notification_mails m
     WHERE m.attempts = 0 AND m.topic NOT IN ('daily', 'weekly') AND ${asksReporter('m')}
       AND m.membership_id IN (SELECT d.membership_id FROM due d WHERE ${asksReporter('d')})
     ORDER BY m.membership_id, m.topic LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )
  UPDATE notification_mails SET attempts = attempts + 1, due_at = ${nextAttempt('attempts')}
   WHERE (membership_id, topic) IN (SELECT membership_id, topic FROM due UNION SELECT membership_id, topic FROM beside)
  RETURNING membership_id AS "membershipId", topic, created_at < now() - interval '${MAX_AGE}' AS "isLast!"`,
  { prepared: true },
);

/** Claims mails that are due. */
export const claimMails = (sql: Queryable, now: Date): Promise<ClaimedMail[]> => CLAIM.rows(sql, { now });

/** Parameters that name mails. */
const keysOf = (mails: readonly ClaimedMail[]) => ({
  membershipIds: mails.map(({ membershipId }) => membershipId),
  topics: mails.map(({ topic }) => topic),
});

const PENDING = statement(
  'pending-mails/pending',
  `SELECT n.id, n.membership_id AS "membershipId", n.mail_topic AS "topic!"
    FROM unnest($membershipIds::uuid[], $topics::text[]) AS t(membership_id, topic)
    JOIN notifications n ON n.membership_id = t.membership_id AND n.mail_topic = t.topic
     AND (n.comment_id IS NULL OR n.created_at <= $until)`,
  { prepared: true },
);

/**
 * Notifications that are still to be mailed: unread, readable for the member, of threads that are
 * not muted and not resolved if they are due, to an address that is verified and was not reported
 * as invalid since. A proof must still hold.
 */
const READ = statement(
  'pending-mails/read',
  `SELECT ${NOTIFICATION_COLUMNS}, c.by_other_visitor AS "isOfOtherVisitor", n.mail_topic AS "mailTopic!", u.id AS "userId", u.email,
       m.role = 'guest' AS "isGuest!", o.name AS "organizationName", a.content AS title,
       left(coalesce(c.content, a.content), ${QUOTE}) AS content, a.url, a.status, a.resolution,
       to_char(a.due_on, 'YYYY-MM-DD') AS "dueOn",
       a.last_seen_image_key AS "imageKey", a.last_seen_box AS box, a.last_seen_scale AS scale,
       a.metadata - 'diagnostics' AS metadata, a.dom_fingerprint AS "domFingerprint", a.picture_key AS "pictureKey",
       ${drawnIn('a')} AS "isDrawn",
       s.channels AS general, ps.channels AS "ofProject"
    FROM ${READABLE_NOTIFICATIONS}
    JOIN users u ON u.id = m.user_id JOIN organizations o ON o.id = m.organization_id
    LEFT JOIN notification_settings s ON s.user_id = u.id
    LEFT JOIN project_notification_settings ps ON ps.user_id = u.id AND ps.project_id = n.project_id
   WHERE n.id = ANY($ids::uuid[]) AND ${IS_READABLE} AND n.read_at IS NULL AND coalesce(s.mails, true)
     AND (n.kind NOT IN ('proof', 'own_proof') OR a.status = 'resolved')
     AND u.email_verified_at IS NOT NULL
     AND (s.bounced_email = u.email AND s.bounced_at >= u.email_verified_at) IS NOT TRUE
     AND (n.kind <> 'due' OR (a.status <> 'resolved' AND a.due_on IS NOT NULL))
     AND NOT EXISTS (SELECT FROM watchers w WHERE w.annotation_id = n.annotation_id
                        AND w.membership_id = n.membership_id AND w.state = 'muted')
   ORDER BY n.created_at, n.id`,
  { prepared: true },
).narrow<Pick<MailedNotification, 'kind' | 'box' | 'isDrawn' | 'general' | 'ofProject'>>();

/** A claimed mail with the notifications that name it, and those of them that it contains. */
export interface PendingMail extends ClaimedMail {
  ids: string[];
  notifications: MailedNotification[];
}

/**
 * Reads the notifications of claimed mails, and checks access and preferences again. Replies that
 * can still be undone are left for the next mail.
 */
export async function readPendingMails(sql: Queryable, mails: ClaimedMail[], now: Date): Promise<PendingMail[]> {
  const pending = await PENDING.rows(sql, { ...keysOf(mails), until: undoneBy(now) });
  const ids = pending.map(({ id }) => id);
  const rows: MailedNotification[] = ids.length > 0 ? await READ.rows(sql, { ids }) : [];
  const wanted = rows.filter(({ kind, general, ofProject }) =>
    ['mail', 'daily_digest', 'weekly_digest'].includes(channelOf(kind as NotificationKind, general, ofProject)),
  );
  return mails.map((mail) => {
    const isOfMail = (membershipId: string, topic: string) =>
      membershipId === mail.membershipId && topic === mail.topic;
    return {
      ...mail,
      ids: pending.filter(({ membershipId, topic }) => isOfMail(membershipId, topic)).map(({ id }) => id),
      notifications: wanted.filter(({ membershipId, mailTopic }) => isOfMail(membershipId, mailTopic)),
    };
  });
}

/**
 * Notifications of the thread that follow are collected for the next mail. Inserts and marks of
 * notifications lock the rows in the same order.
 */
const FINISH = statement(
  'pending-mails/finish',
  `WITH locked AS (
    SELECT m.membership_id, m.topic FROM notification_mails m
      JOIN unnest($membershipIds::uuid[], $topics::text[]) AS t(membership_id, topic) ON (t.membership_id, t.topic) = (m.membership_id, m.topic)
     ORDER BY m.membership_id, m.topic FOR UPDATE OF m
  ), done AS (
    UPDATE notifications SET mail_topic = NULL, mailed_at = CASE WHEN id = ANY($mailed::uuid[]) THEN now() END
     WHERE id IN (SELECT id FROM notifications WHERE id = ANY($ids::uuid[]) ORDER BY id FOR UPDATE)
  )
  UPDATE notification_mails m SET due_at = now() + $groupingMs::float8 * interval '1 millisecond', attempts = 0, created_at = now()
    FROM locked l WHERE m.membership_id = l.membership_id AND m.topic = l.topic`,
  { prepared: true },
);

/** A mail that was sent or given up, and the notifications that it contained. */
export interface FinishedMail {
  mail: PendingMail;
  mailed: MailedNotification[];
}

/** Records what became of mails: the notifications in them, and those that they left out. */
export async function finishMails(sql: Queryable, finished: FinishedMail[], groupingMs: number): Promise<void> {
  await FINISH.run(sql, {
    ...keysOf(finished.map(({ mail }) => mail)),
    ids: finished.flatMap(({ mail }) => mail.ids),
    mailed: finished.flatMap(({ mailed }) => mailed.map(({ id }) => id)),
    groupingMs,
  });
}

const LOCK = statement(
  'pending-mails/lock',
  `SELECT m.membership_id FROM notification_mails m
    JOIN unnest($membershipIds::uuid[], $topics::text[]) AS t(membership_id, topic) ON (t.membership_id, t.topic) = (m.membership_id, m.topic)
   ORDER BY m.membership_id, m.topic FOR UPDATE OF m`,
);

/** A statement of its own: its snapshot has the notifications committed before the lock. */
const REMOVE = statement(
  'pending-mails/remove',
  `DELETE FROM notification_mails m USING unnest($membershipIds::uuid[], $topics::text[]) AS t(membership_id, topic)
   WHERE m.membership_id = t.membership_id AND m.topic = t.topic AND NOT EXISTS (
     SELECT FROM notifications n WHERE n.membership_id = m.membership_id AND n.mail_topic = m.topic)`,
);

/** Removes mails without notifications. Call it in a transaction. */
export async function removeEmptyMails(sql: Queryable, mails: ClaimedMail[]): Promise<void> {
  await LOCK.run(sql, keysOf(mails));
  await REMOVE.run(sql, keysOf(mails));
}

const RELEASE = statement(
  'pending-mails/release',
  `UPDATE notification_mails m SET due_at = now(), attempts = attempts - 1
    FROM unnest($membershipIds::uuid[], $topics::text[]) AS t(membership_id, topic)
   WHERE m.membership_id = t.membership_id AND m.topic = t.topic`,
);

/** Returns claimed mails that were not tried. */
export async function releaseMails(sql: Queryable, mails: ClaimedMail[]): Promise<void> {
  if (mails.length === 0) return;
  await RELEASE.run(sql, keysOf(mails));
}
