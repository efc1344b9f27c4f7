import type { Context } from '../../../context.ts';
import { newIds } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { EventConsumer, RelayedEvent } from '../../platform/events/relay-events.ts';
import { nextDigest } from './digest-time.ts';
import { channelOf } from './kinds.ts';
import { factOf, findRecipients, type Recipient } from './recipients.ts';
import { mailDueAt } from './undo-time.ts';

/** Topics of digests; others are ids of annotations, deployments, and projects for imports. */
const DIGESTS = { daily_digest: 'daily', weekly_digest: 'weekly' } as const;

/**
 * Inserts notifications, each once per member and event, and the mails that will contain them. The
 * update of an existing mail locks it until the commit, so that it is not deleted meanwhile. The
 * foreign keys lock annotations in the order of the rows, which is that of bulk changes.
 */
const INSERT = statement(
  'notify-members/insert',
  `WITH given AS (
    SELECT * FROM unnest($ids::uuid[], $membershipIds::uuid[], $projectIds::uuid[], $annotationIds::uuid[], $commentIds::uuid[], $kinds::text[], $eventIds::uuid[], $actorIds::uuid[],
                         $topics::text[], $dueAts::timestamptz[], $deploymentIds::uuid[])
      AS g(id, membership_id, project_id, annotation_id, comment_id, kind, event_id, actor_id, mail_topic, due_at, deployment_id)
  ), inserted AS (
    INSERT INTO notifications (id, membership_id, project_id, annotation_id, comment_id, deployment_id, kind, event_id, actor_id,
                               mail_topic)
    SELECT g.id, membership_id, project_id, annotation_id, comment_id, deployment_id, kind, event_id, u.id, mail_topic
      FROM given g JOIN memberships m ON m.id = g.membership_id LEFT JOIN users u ON u.id = g.actor_id
     ORDER BY annotation_id, membership_id, event_id
    ON CONFLICT (membership_id, event_id) DO NOTHING
    RETURNING id, membership_id, mail_topic
  ), mails AS (
    INSERT INTO notification_mails (membership_id, topic, due_at)
    SELECT i.membership_id, i.mail_topic, min(g.due_at)
      FROM inserted i JOIN given g ON g.id = i.id WHERE i.mail_topic IS NOT NULL
     GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (membership_id, topic) DO UPDATE SET due_at = CASE
      WHEN excluded.topic IN ('daily', 'weekly') AND notification_mails.attempts = 0 THEN excluded.due_at
      ELSE notification_mails.due_at END
  )
  SELECT id, membership_id AS topic FROM inserted`,
  { prepared: true },
);

/**
 * Consumer that writes the notifications of events. A repeated event adds nothing.
 *
 * @param now the time, for the due dates of mails
 */
export const notifyMembers = (
  ctx: Context<'config' | 'pool' | 'publishNotifications'>,
  now = () => new Date(),
): EventConsumer => ({
  name: 'notifications',
  async consume(events) {
    const facts = events.flatMap((event) => factOf(event) ?? []);
    if (facts.length === 0) return;
    const recipients = await findRecipients(ctx.services.pool, facts);
    const byId = new Map(events.map((event) => [event.id, event]));
    const wanted = withoutRepeated(recipients, byId).filter(
      ({ kind, general, ofProject }) => channelOf(kind, general, ofProject) !== 'off',
    );
    if (wanted.length === 0) return;
    const rows = wanted.flatMap((recipient) => {
      const event = byId.get(recipient.eventId);
      return event ? [{ recipient, subject: subjectOf(recipient, event), event }] : [];
    });
    const mails = rows.map(({ recipient, event }) => mailOf(recipient, event, ctx.services.config.mail, now()));
    const inserted = await INSERT.rows(ctx.services.pool, {
      ids: newIds(rows.length),
      membershipIds: rows.map(({ recipient }) => recipient.membershipId),
      projectIds: rows.map(({ event }) => event.projectId),
      annotationIds: rows.map(({ subject }) => subject.annotationId),
      commentIds: rows.map(({ subject }) => subject.commentId),
      kinds: rows.map(({ recipient }) => recipient.kind),
      eventIds: rows.map(({ event }) => event.id),
      actorIds: rows.map(({ recipient }) => recipient.actorId),
      topics: mails.map((mail) => mail?.topic ?? null),
      dueAts: mails.map((mail) => mail?.dueAt ?? null),
      deploymentIds: rows.map(({ recipient, event }) => (recipient.kind === 'deployment' ? event.deploymentId : null)),
    });
    ctx.services.publishNotifications(inserted);
  },
});

/** Leaves out second mentions in one text, and second creations, as for those stored before. */
function withoutRepeated(recipients: Recipient[], events: Map<string, RelayedEvent>): Recipient[] {
  const known = new Set<string>();
  return recipients.filter(({ kind, membershipId, eventId }) => {
    if (kind !== 'mention' && kind !== 'annotation') return true;
    const event = events.get(eventId);
    const key = [membershipId, kind, event?.annotationId, event?.commentId].join();
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** An import has no single annotation. */
const subjectOf = ({ kind }: Recipient, { annotationId, commentId }: RelayedEvent) =>
  kind === 'import' ? { annotationId: null, commentId: null } : { annotationId, commentId };

/** Mail that will contain a notification; undefined if none will. */
function mailOf(
  recipient: Recipient,
  { annotationId, projectId, deploymentId, commentId }: RelayedEvent,
  { groupingMs }: { groupingMs: number },
  now: Date,
): { topic: string; dueAt: Date } | undefined {
  const { kind, general, ofProject, hasMails } = recipient;
  const channel = channelOf(kind, general, ofProject);
  if (!hasMails || channel === 'off' || channel === 'in_app') return undefined;
  if (channel === 'mail') {
    const topic = (kind === 'import' ? projectId : kind === 'deployment' ? deploymentId : annotationId) ?? '';
    return { topic, dueAt: commentId ? mailDueAt(now, groupingMs) : new Date(now.getTime() + groupingMs) };
  }
  const topic = DIGESTS[channel];
  return { topic, dueAt: nextDigest(topic, recipient, now) };
}
