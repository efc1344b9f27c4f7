import type pg from 'pg';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { isConfirmed } from '../../platform/mail/mail-allowance.ts';
import { nextAttempt } from '../../platform/mail/send-due.ts';
import { undoneBy } from './undo-time.ts';
import { HAS_VISITOR_ADDRESS } from './visitor-address.ts';

/** Age of an unsent mail that is discarded. */
const MAX_AGE = '3 days';
/** Characters of a text that a mail quotes. */
const QUOTE = 2_000;

/** A claimed mail. If this process dies, it is due again a minute later. */
export interface ClaimedVisitorMail {
  annotationId: string;
  /** Whether it is discarded if it fails again. */
  isLast: boolean;
  /** Hash of the address for which it was held back; null if it was not. */
  heldFor: string | null;
}

/** A reply, a resolution or a proof, with all that a mail shows of it. */
export interface VisitorNews {
  eventId: string;
  kind: 'reply' | 'resolved' | 'proof';
  email: string;
  projectName: string;
  number: number;
  url: string;
  /** Whether the page is of an environment or an allowed origin of the project. */
  isKnownPage: boolean;
  /** Text of the annotation; null until the owner of the address used a link. */
  words: string | null;
  /** Text and author of a reply; null for the others. */
  content: string | null;
  authorName: string | null;
  /** Whether another visitor wrote it, who entered the name. */
  isOfOtherVisitor: boolean;
  /** Files of the reply. */
  files: RepliedFile[];
}

/** A file of a reply. */
export interface RepliedFile {
  id: string;
  name: string;
  /** Whether a member attached it. Anybody may send files in the name of a visitor. */
  isOfMember: boolean;
}

/** Threads of one mail beside the first. */
const MAX_BESIDE = 19;

/** SQL condition: a mail has a resolution or a proof. */
const isResolution = (mail: string): string => `${mail}.held_for IS NULL AND EXISTS (
    SELECT FROM visitor_notifications n
     WHERE n.annotation_id = ${mail}.annotation_id AND n.is_pending AND n.kind IN ('resolved', 'proof'))`;

/** SQL condition: the annotations `a` and `b` are of one visitor and project. */
const IS_SAME_VISITOR = 'b.project_id = a.project_id AND b.author_email = a.author_email';

/**
 * An approval resolves several annotations of a visitor, sent in one mail. Of those that are
 * due, the first annotation is claimed with the others. Mails held back for an address wait for the
 * first of them as well.
 */
const CLAIM = statement(
  'pending-visitor-mails/claim',
  `WITH first AS (
    SELECT m.annotation_id
      FROM visitor_mails m JOIN annotations a ON a.id = m.annotation_id
     WHERE m.due_at <= $now
       AND NOT EXISTS (SELECT FROM visitor_mails e WHERE e.held_for = m.held_for AND e.annotation_id < m.annotation_id)
       AND NOT (${isResolution('m')} AND EXISTS (
             SELECT FROM visitor_mails e JOIN annotations b ON b.id = e.annotation_id
              WHERE e.due_at <= $now AND e.annotation_id < m.annotation_id AND ${IS_SAME_VISITOR} AND ${isResolution('e')}))
     ORDER BY m.due_at LIMIT 1 FOR UPDATE OF m SKIP LOCKED
  ), beside AS (
    SELECT e.annotation_id
      FROM first JOIN visitor_mails m ON m.annotation_id = first.annotation_id JOIN annotations a ON a.id = m.annotation_id
      JOIN annotations b ON b.id <> a.id AND ${IS_SAME_VISITOR} JOIN visitor_mails e ON e.annotation_id = b.id
     WHERE ${isResolution('m')} AND ${isResolution('e')} AND (e.attempts = 0 OR e.due_at <= $now)
     ORDER BY e.annotation_id LIMIT ${MAX_BESIDE} FOR UPDATE OF e SKIP LOCKED
  )
  UPDATE visitor_mails SET attempts = attempts + 1, due_at = ${nextAttempt('attempts', '$now::timestamptz')}
   WHERE annotation_id IN (SELECT annotation_id FROM first UNION ALL SELECT annotation_id FROM beside)
  RETURNING annotation_id AS "annotationId", created_at < now() - interval '${MAX_AGE}' AS "isLast!", held_for AS "heldFor"`,
);

/** Claims the oldest due mail, and those that it can contain. */
export const claimVisitorMails = (sql: Queryable, now: Date): Promise<ClaimedVisitorMail[]> => CLAIM.rows(sql, { now });

const PENDING = statement(
  'pending-visitor-mails/pending',
  `SELECT event_id AS id FROM visitor_notifications
  WHERE annotation_id = $annotationId AND is_pending AND (comment_id IS NULL OR created_at <= $createdAt)`,
);

/** Ids of the events of a mail. Replies that can still be undone are left for the next one. */
export const readPendingEvents = async (sql: Queryable, annotationId: string, now: Date): Promise<string[]> =>
  (await PENDING.rows(sql, { annotationId, createdAt: undoneBy(now) })).map(({ id }) => id);

/**
 * Replies that are still public, and a resolution as fixed and a proof that still hold. Members
 * decline spam, which must not mail the address that a stranger entered.
 */
const READ = statement(
  'pending-visitor-mails/read',
  `SELECT n.event_id AS "eventId", n.kind, a.author_email AS "email!", p.name AS "projectName", a.number,
       CASE WHEN ${isConfirmed('a.author_email')} THEN left(a.content, ${QUOTE}) END AS words, a.url, EXISTS (SELECT FROM environments e WHERE e.id = a.environment_id)
         OR substring(a.url_key FROM '^https?://[^/?#]+') = ANY(p.allowed_origins) AS "isKnownPage", left(c.content, ${QUOTE}) AS content,
       coalesce((SELECT name FROM users WHERE id = c.author_id), c.author_name) AS "authorName",
       coalesce(c.by_other_visitor, false) AS "isOfOtherVisitor!",
       (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'isOfMember', c.author_id IS NOT NULL)
                                 ORDER BY f.created_at, f.id), '[]')
          FROM attachments f WHERE f.comment_id = c.id AND f.uploaded_at IS NOT NULL) AS "files!"
    FROM visitor_notifications n
    JOIN annotations a ON a.id = n.annotation_id JOIN projects p ON p.id = a.project_id
    LEFT JOIN comments c ON c.id = n.comment_id
   WHERE n.annotation_id = $annotationId AND n.event_id = ANY($events::uuid[]) AND ${HAS_VISITOR_ADDRESS}
     AND CASE n.kind WHEN 'reply' THEN c.visibility = 'public'
              ELSE a.status = 'resolved' AND coalesce(a.resolution, 'fixed') = 'fixed' END
   ORDER BY n.created_at, n.event_id`,
).narrow<Pick<VisitorNews, 'kind' | 'files'>>();

/** Reads what a mail contains now, the earliest first. */
export const readVisitorNews = (sql: Queryable, annotationId: string, events: string[]): Promise<VisitorNews[]> =>
  READ.rows(sql, { annotationId, events });

/**
 * SQL condition: the mail `m` or one shortly before had replies of other visitors. They may have
 * waited for a day.
 */
const HAD_OTHERS = `EXISTS (
    SELECT FROM visitor_notifications n JOIN comments c ON c.id = n.comment_id
     WHERE n.annotation_id = m.annotation_id AND c.by_other_visitor AND n.created_at > now() - interval '2 days'
       AND (NOT n.is_pending OR n.event_id = ANY($eventIds::uuid[])))`;

/**
 * Later events of a thread are collected for the next mail. Other visitors can cause one a day:
 * anybody can write these replies.
 */
const FINISH = statement(
  'pending-visitor-mails/finish',
  `WITH done AS (
    UPDATE visitor_notifications SET is_pending = false WHERE annotation_id = ANY($ids::uuid[]) AND event_id = ANY($eventIds::uuid[])
  )
  UPDATE visitor_mails m SET due_at = now() + greatest($groupingMs * interval '1 millisecond',
           CASE WHEN ${HAD_OTHERS} THEN interval '1 day' END), attempts = 0, created_at = now(),
         held_for = NULL, held_since = NULL
   WHERE annotation_id = ANY($ids::uuid[])`,
);

/**
 * Records that the events of a mail were sent or left out. One statement for all threads, so that
 * no other process finds one of them waiting.
 */
export async function finishVisitorMails(
  sql: Queryable,
  threads: { annotationId: string; events: string[] }[],
  groupingMs: number,
): Promise<void> {
  const ids = threads.map(({ annotationId }) => annotationId);
  await FINISH.run(sql, { ids, eventIds: threads.flatMap(({ events }) => events), groupingMs });
}

const LOCK = statement(
  'pending-visitor-mails/lock',
  'SELECT FROM visitor_mails WHERE annotation_id = $annotationId FOR UPDATE',
);

/** A statement of its own: its snapshot has the events committed before the lock. */
const REMOVE = statement(
  'pending-visitor-mails/remove',
  `DELETE FROM visitor_mails m WHERE annotation_id = $annotationId
  AND NOT EXISTS (SELECT FROM visitor_notifications n WHERE n.annotation_id = m.annotation_id AND n.is_pending)`,
);

/** Removes a mail without events. */
export const removeEmptyVisitorMail = (pool: pg.Pool, annotationId: string): Promise<void> =>
  inTransaction(pool, async (sql) => {
    await LOCK.run(sql, { annotationId });
    await REMOVE.run(sql, { annotationId });
  });
