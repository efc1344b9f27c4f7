import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { MentionEventData, StatusEventData, TriageEventData } from '../../platform/events/event-types.ts';
import type { RelayedEvent } from '../../platform/events/relay-events.ts';
import { INCLUDES_PROJECT } from '../../platform/policies/access.ts';
import { rolesThatCan } from '../../platform/policies/roles.ts';
import type { DigestTime } from './digest-time.ts';
import type { NotificationKind, StoredChannels } from './kinds.ts';

/** An event that may concern members. */
export interface Fact {
  event: RelayedEvent;
  /** Kind for watchers or members; null if it concerns mentioned members only. */
  kind: NotificationKind | null;
  /** Whether the event wrote a text, whose mentions count. */
  hasMentions: boolean;
  /** Members whom a change of a text mentions in addition. */
  mentioned: string[];
  assigneeId: string | null;
}

/** Reads an event; undefined if it concerns nobody. */
export function factOf(event: RelayedEvent): Fact | undefined {
  const fact = (kind: NotificationKind | null, more: Partial<Fact> = {}): Fact | undefined =>
    event.projectId ? { event, kind, hasMentions: false, mentioned: [], assigneeId: null, ...more } : undefined;
  switch (event.type) {
    case 'comment.created':
      return fact(event.commentId ? 'reply' : 'annotation', { hasMentions: true });
    case 'comment.updated':
      return fact(null, { hasMentions: true });
    case 'comment.resolved':
      return fact('status');
    case 'annotations.imported':
      return fact('import');
    case 'annotation.proven':
      return fact('proof');
    case 'annotation.due':
      return fact('due');
    case 'deployment.completed':
      return concernsReviewers(event) ? fact('deployment') : undefined;
    case 'annotation.updated': {
      type Data = Partial<StatusEventData & TriageEventData & MentionEventData>;
      const { status, from, isRegression, assigneeId, resolution, mentions } = JSON.parse(event.data) as Data;
      if (mentions) return fact(null, { mentioned: mentions });
      if (isRegression) return fact('regressed');
      if (status) return fact(from === 'resolved' ? 'reopened' : 'status', { assigneeId: assigneeId ?? null });
      if (assigneeId) return fact(resolution ? 'status' : 'assignment', { assigneeId });
      return resolution && fact('status');
    }
    default:
      return undefined;
  }
}

/** Whether somebody has to look at a deployment that ended. */
function concernsReviewers({ data }: RelayedEvent): boolean {
  const { deployment } = JSON.parse(data) as { deployment: { status: string } };
  return deployment.status === 'needs_review' || deployment.status === 'failed';
}

/** Facts as rows, with the annotation, the reply and the mentioned users of each. */
const FACTS = `facts AS (
    SELECT f.*, p.organization_id, a.author_id AS reporter,
           CASE WHEN f.has_mentions THEN coalesce(c.mentions, a.mentions) ELSE f.further::uuid[] END AS mentioned,
           coalesce(f.actor_id, CASE f.kind WHEN 'reply' THEN c.author_id WHEN 'annotation' THEN a.author_id END) AS actor,
           f.visibility = 'public' AND coalesce(a.visibility, 'public') = 'public' AND coalesce(c.visibility, 'public') = 'public' AS is_public
      FROM unnest($eventIds::uuid[], $kinds::text[], $projectIds::uuid[], $annotationIds::uuid[], $commentIds::uuid[],
                  $actorIds::uuid[], $assigneeIds::uuid[], $haveMentions::bool[], $times::timestamptz[],
                  $visibilities::"Visibility"[], $further::text[])
        AS f(event_id, kind, project_id, annotation_id, comment_id, actor_id, assignee_id, has_mentions, at, visibility, further)
      JOIN projects p ON p.id = f.project_id AND p.deleted_at IS NULL
      LEFT JOIN annotations a ON a.id = f.annotation_id AND a.deleted_at IS NULL
      LEFT JOIN comments c ON c.id = f.comment_id
     WHERE (f.comment_id IS NULL OR c.id IS NOT NULL) AND (a.id IS NOT NULL OR f.kind = 'deployment')
  )`;

/** Members who read a fact: they joined before it and have the project. */
const READERS = `JOIN projects p ON p.id = f.project_id
    JOIN memberships m ON m.organization_id = f.organization_id AND m.access_token_id IS NULL
     AND m.created_at <= f.at AND (f.is_public OR m.role <> 'guest') AND ${INCLUDES_PROJECT}`;

/**
 * Authors, assignees, mentioned and replying members watch the thread. Somebody who stopped
 * watching does so again; a muted thread stays muted.
 */
const WATCH = statement(
  'recipients/watch',
  `WITH ${FACTS}
  INSERT INTO watchers (annotation_id, membership_id, state, changed_at)
  SELECT DISTINCT ON (f.annotation_id, m.id) f.annotation_id, m.id, 'watching'::"WatchState", f.at
    FROM facts f ${READERS}
     AND (m.user_id = ANY(f.mentioned) OR m.user_id = f.assignee_id
          OR (f.kind IN ('reply', 'annotation') AND m.user_id = f.actor))
   WHERE f.kind IS DISTINCT FROM 'import' AND NOT EXISTS (
           SELECT FROM watchers w WHERE w.annotation_id = f.annotation_id AND w.membership_id = m.id
              AND (w.state <> 'unwatched' OR w.changed_at >= f.at))
   ORDER BY f.annotation_id, m.id, f.at
  ON CONFLICT (annotation_id, membership_id) DO UPDATE SET state = 'watching', changed_at = excluded.changed_at
   WHERE watchers.state = 'unwatched' AND watchers.changed_at < excluded.changed_at`,
  { prepared: true },
);

/**
 * Recipients of each fact, with the strongest kind that applies. An annotation that becomes public
 * again is new for those only who could not read it, and a changed reply for those it did not
 * mention before.
 */
const RECIPIENTS = statement(
  'recipients/find',
  `WITH ${FACTS}, candidates AS (
    SELECT f.*, 'mention' AS applies, 1 AS rank, m.id AS membership_id, m.user_id
      FROM facts f ${READERS} AND m.user_id = ANY(f.mentioned)
    UNION ALL
    SELECT f.*, 'assignment', 2, m.id, m.user_id
      FROM facts f ${READERS} AND m.user_id = f.assignee_id
    UNION ALL
    SELECT f.*, 'own_proof', 2, m.id, m.user_id
      FROM facts f ${READERS} AND m.user_id = f.reporter WHERE f.kind = 'proof'
    UNION ALL
    SELECT f.*, f.kind, 3, m.id, m.user_id
      FROM facts f ${READERS} WHERE f.kind IN ('annotation', 'import')
    UNION ALL
    SELECT f.*, f.kind, 3, m.id, m.user_id
      FROM facts f JOIN watchers w ON w.annotation_id = f.annotation_id AND w.state = 'watching'
            AND w.changed_at <= f.at
           ${READERS} AND m.id = w.membership_id
     WHERE f.kind IN ('reply', 'status', 'reopened', 'regressed', 'proof', 'due')
    UNION ALL
    SELECT f.*, f.kind, 3, m.id, m.user_id
      FROM facts f ${READERS} AND m.role::text = ANY($reviewers::text[]) WHERE f.kind = 'deployment'
  ), chosen AS (
    SELECT DISTINCT ON (event_id, membership_id) * FROM candidates
     WHERE user_id IS DISTINCT FROM actor ORDER BY event_id, membership_id, rank
  )
  SELECT c.event_id AS "eventId!", c.membership_id AS "membershipId!", c.applies AS "kind!", c.actor AS "actorId",
         s.channels AS general, ps.channels AS "ofProject", coalesce(s.time_zone, 'UTC') AS "timeZone",
         coalesce(s.digest_hour, 8) AS "digestHour", coalesce(s.digest_weekday, 1) AS "digestWeekday",
         coalesce(s.mails, true) AS "hasMails"
    FROM chosen c
    LEFT JOIN notification_settings s ON s.user_id = c.user_id
    LEFT JOIN project_notification_settings ps ON ps.user_id = c.user_id AND ps.project_id = c.project_id
   WHERE NOT EXISTS (SELECT FROM watchers w WHERE w.annotation_id = c.annotation_id AND c.applies <> 'import'
                        AND w.membership_id = c.membership_id AND w.state = 'muted')
     AND NOT (c.applies IN ('annotation', 'mention') AND EXISTS (
           SELECT FROM notifications n WHERE n.membership_id = c.membership_id AND n.annotation_id = c.annotation_id
              AND n.kind = c.applies AND n.comment_id IS NOT DISTINCT FROM c.comment_id))
   ORDER BY c.membership_id, c.at`,
  { prepared: true },
).narrow<Pick<Recipient, 'kind' | 'general' | 'ofProject'>>();

/** A member whom an event concerns. */
export interface Recipient extends DigestTime {
  eventId: string;
  membershipId: string;
  kind: NotificationKind;
  actorId: string | null;
  general: StoredChannels | null;
  ofProject: StoredChannels | null;
  hasMails: boolean;
}

/**
 * Makes members watch the threads of the facts, and returns whom each fact concerns. The statements
 * are prepared: PostgreSQL takes longer to plan them than to execute them.
 */
export async function findRecipients(sql: Queryable, facts: Fact[]): Promise<Recipient[]> {
  const events = facts.map(({ event }) => event);
  const values = {
    eventIds: events.map(({ id }) => id),
    kinds: facts.map(({ kind }) => kind),
    projectIds: events.map(({ projectId }) => projectId),
    annotationIds: events.map(({ annotationId }) => annotationId),
    commentIds: events.map(({ commentId }) => commentId),
    actorIds: events.map(({ actorId }) => actorId),
    assigneeIds: facts.map(({ assigneeId }) => assigneeId),
    haveMentions: facts.map(({ hasMentions }) => hasMentions),
    times: events.map(({ createdAt }) => createdAt),
    visibilities: events.map(({ visibility }) => visibility),
    // Array literals: unnest would flatten an array of arrays.
    further: facts.map(({ mentioned }) => `{${mentioned.join()}}`),
  };
  await WATCH.run(sql, values);
  return RECIPIENTS.rows(sql, { ...values, reviewers: rolesThatCan('review.write') });
}
