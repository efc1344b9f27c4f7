import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { EventConsumer, RelayedEvent } from '../../platform/events/relay-events.ts';
import { isConfirmed } from '../../platform/mail/mail-allowance.ts';
import type { VisitorNews } from './pending-visitor-mails.ts';
import { mailDueAt } from './undo-time.ts';
import { HAS_VISITOR_ADDRESS } from './visitor-address.ts';

/**
 * SQL condition: another visitor wrote the reply `c`, and the owner of the annotation's address
 * confirmed it. Otherwise strangers could enter any address, and have their words sent there.
 */
const IS_OF_OTHER_VISITOR = `(c.by_other_visitor AND ${isConfirmed('a.author_email')})`;

/**
 * Inserts what a visitor is mailed, each once per event, and the mail that will contain it. An
 * existing mail may wait for replies of other visitors; anything else makes it due earlier. The
 * update locks it until the commit, so that it is not deleted meanwhile.
 */
const INSERT = statement(
  'notify-visitors/insert',
  `WITH inserted AS (
    INSERT INTO visitor_notifications (event_id, annotation_id, comment_id, kind)
    SELECT g.event_id, a.id, c.id, g.kind
      FROM unnest($ids::uuid[], $annotationIds::uuid[], $commentIds::uuid[], $kinds::text[], $haveActors::boolean[])
        AS g(event_id, annotation_id, comment_id, kind, has_actor)
      JOIN annotations a ON a.id = g.annotation_id JOIN projects p ON p.id = a.project_id
      LEFT JOIN comments c ON c.id = g.comment_id
     WHERE (g.comment_id IS NULL OR (c.visibility = 'public' AND (g.has_actor OR ${IS_OF_OTHER_VISITOR}))) AND ${HAS_VISITOR_ADDRESS}
     ORDER BY a.id, g.event_id
    ON CONFLICT (annotation_id, event_id) DO NOTHING
    RETURNING annotation_id, comment_id
  )
  INSERT INTO visitor_mails (annotation_id, due_at)
  SELECT annotation_id, $dueAt FROM inserted GROUP BY 1 ORDER BY 1
  ON CONFLICT (annotation_id) DO UPDATE SET due_at = CASE
    WHEN visitor_mails.held_for IS NULL AND visitor_mails.attempts = 0 AND EXISTS (
           SELECT FROM inserted i LEFT JOIN comments c ON c.id = i.comment_id
            WHERE i.annotation_id = visitor_mails.annotation_id AND c.by_other_visitor IS NOT TRUE)
      THEN least(visitor_mails.due_at, excluded.due_at) ELSE visitor_mails.due_at END`,
);

/**
 * Consumer that queues mails to visitors: public replies of members and of other visitors,
 * resolutions and proofs. A repeated event adds nothing.
 *
 * @param now the time, for the due dates of mails
 */
export const notifyVisitors = (ctx: Context<'config' | 'pool'>, now = () => new Date()): EventConsumer => ({
  name: 'visitor-notifications',
  async consume(events) {
    const mailed = events.filter(concernsVisitor);
    if (mailed.length === 0) return;
    await INSERT.run(ctx.services.pool, {
      ids: mailed.map(({ id }) => id),
      annotationIds: mailed.map(({ annotationId }) => annotationId),
      commentIds: mailed.map(({ commentId }) => commentId),
      haveActors: mailed.map(({ actorId }) => actorId !== null),
      kinds: mailed.map(({ type }) => KINDS[type] ?? 'reply'),
      dueAt: mailDueAt(now(), ctx.services.config.mail.groupingMs),
    });
  },
});

const KINDS: Record<string, VisitorNews['kind']> = { 'comment.resolved': 'resolved', 'annotation.proven': 'proof' };

/** The actor of a reply of a visitor is null: the statement tells those of others. */
const concernsVisitor = ({ type, visibility, annotationId, commentId }: RelayedEvent): boolean =>
  annotationId !== null &&
  visibility === 'public' &&
  (KINDS[type] !== undefined || (type === 'comment.created' && commentId !== null));
