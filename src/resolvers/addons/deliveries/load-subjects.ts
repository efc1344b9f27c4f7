import type { Context } from '../../../context.ts';
import type { AnnotationStatus, Priority, Visibility } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { ASSIGNEE_ID } from '../../core/annotations/columns.ts';
import { appLink, pageLink } from '../../core/annotations/links.ts';
import { pictureUrlOf } from '../../core/annotations/pictures/read-picture.ts';
import type { PublicEvent } from './public-events.ts';

/** A name with its id. */
interface Named {
  id: string;
  name: string | null;
}

/** A person or program that wrote or changed a text. */
export interface Person {
  /** User; null for a visitor, for a person of a tracker, and after the account was deleted. */
  id: string | null;
  name: string | null;
  isVisitor: boolean;
  /** Access token that was used. */
  via: Named | null;
}

interface Row {
  eventId: string;
  id: string;
  projectId: string;
  number: number;
  /** Null for a reply that was deleted meanwhile. */
  text: string | null;
  url: string;
  status: AnnotationStatus;
  visibility: Visibility;
  parentId: string | null;
  priority: Priority;
  selector: string | null;
  elementText: string | null;
  tag: string | null;
  pictureKey: string | null;
  environment: Named | null;
  labels: Named[];
  assignee: Named | null;
  author: Person | null;
  actor: Person | null;
}

const via = (id: string) =>
  `CASE WHEN ${id} IS NOT NULL THEN json_build_object('id', ${id}, 'name', (SELECT name FROM access_tokens WHERE id = ${id})) END`;

const person = (id: string, name: string, isVisitor: string, token: string) =>
  `json_build_object('id', ${id}, 'name', ${name}, 'isVisitor', ${isVisitor}, 'via', ${via(token)})`;

/** Text of a member of a JSON column, if it is a text. */
const text = (column: string, name: string) =>
  `CASE WHEN jsonb_typeof(${column} -> '${name}') = 'string' THEN ${column} ->> '${name}' END`;

/** Includes deleted annotations, whose deletion is an event. */
const LOAD = statement(
  'load-subjects/load',
  `SELECT s.event_id AS "eventId!", a.id, a.project_id AS "projectId", a.number, a.url, a.status, a.priority,
    CASE WHEN s.comment_id IS NULL THEN a.content ELSE c.content END AS text,
    CASE WHEN 'internal' IN (a.visibility, c.visibility) THEN 'internal' ELSE 'public' END AS "visibility!",
    c.parent_id AS "parentId", a.picture_key AS "pictureKey",
    ${text('a.dom_fingerprint', 'selector')} AS selector, ${text('a.dom_fingerprint', 'text')} AS "elementText",
    ${text('a.metadata', 'tag')} AS tag,
    (SELECT json_build_object('id', n.id, 'name', n.name) FROM environments n WHERE n.id = a.environment_id) AS environment,
    (SELECT coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) ORDER BY l.name, l.id), '[]')
       FROM labels l WHERE l.id = ANY(a.label_ids)) AS "labels!",
    (SELECT json_build_object('id', u.id, 'name', u.name) FROM users u WHERE u.id = ${ASSIGNEE_ID}) AS assignee,
    CASE WHEN s.comment_id IS NULL
           THEN ${person('a.author_id', 'a.author_name', "a.author_id IS NULL AND a.source = 'overlay'", 'a.via')}
         WHEN c.id IS NOT NULL THEN ${person('c.author_id', 'c.author_name', 'c.by_visitor OR c.by_other_visitor', 'c.via')} END AS author,
    CASE WHEN s.by_visitor THEN ${person('NULL::uuid', 'a.author_name', 'true', 'NULL::uuid')}
         WHEN s.actor_id IS NOT NULL
           THEN ${person('s.actor_id', '(SELECT name FROM users WHERE id = s.actor_id)', 'false', 's.via')} END AS actor
  FROM unnest($eventIds::uuid[], $annotationIds::uuid[], $commentIds::uuid[], $actorIds::uuid[], $tokens::uuid[], $areByVisitors::bool[])
    AS s(event_id, annotation_id, comment_id, actor_id, via, by_visitor)
  JOIN annotations a ON a.id = s.annotation_id
  LEFT JOIN comments c ON c.id = s.comment_id`,
  { prepared: true },
).narrow<Pick<Row, 'visibility' | 'environment' | 'labels' | 'assignee' | 'author' | 'actor'>>();

/** Annotation or reply of an event. */
export interface Subject {
  projectId: string;
  annotation: { id: string; number: number; url: string };
  status: AnnotationStatus;
  visibility: Visibility;
  text: string | null;
  /** Addresses of the thread. */
  links: { link: string; appLink: string };
  /** Members of `comment` beside those of the recorded event. */
  members: ReturnType<typeof membersOf>;
  /** Null for a change by the service or a tracker. */
  actor: Person | null;
}

const membersOf = (ctx: Context<'objectUrls'>, row: Row) => {
  const { number, parentId, author, priority, labels, assignee, environment, selector, elementText, tag } = row;
  const hasElement = selector !== null || elementText !== null || tag !== null;
  return {
    number,
    parentId,
    author,
    priority,
    labels,
    assignee,
    environment,
    element: hasElement ? { selector, text: elementText, tag } : null,
    pictureUrl: pictureUrlOf(ctx, row),
  };
};

/**
 * Reads the annotations and replies of events, by the ids of the recorded ones, with one statement.
 */
export async function loadSubjects(
  ctx: Context<'config' | 'objectUrls'>,
  sql: Queryable,
  events: readonly PublicEvent[],
): Promise<ReadonlyMap<string, Subject>> {
  const byId = new Map(events.map((event) => [event.recorded.id, event]));
  const found = [...byId.values()].filter(({ recorded }) => recorded.annotationId !== null);
  if (found.length === 0) return new Map();
  const rows: Row[] = await LOAD.rows(sql, {
    eventIds: found.map(({ recorded }) => recorded.id),
    annotationIds: found.map(({ recorded }) => recorded.annotationId),
    commentIds: found.map(({ recorded }) => recorded.commentId),
    actorIds: found.map(({ recorded }) => recorded.actorId),
    tokens: found.map(({ change }) => change.via ?? null),
    areByVisitors: found.map(({ change }) => change.byVisitor ?? false),
  });
  const { baseUrl } = ctx.services.config.http;
  return new Map(
    rows.map((row) => [
      row.eventId,
      {
        projectId: row.projectId,
        annotation: row,
        status: row.status,
        visibility: row.visibility,
        text: row.text,
        links: { link: pageLink(row), appLink: appLink(row, baseUrl) },
        members: membersOf(ctx, row),
        actor: row.actor,
      },
    ]),
  );
}
