import type { Context } from '../../../../context.ts';
import type { AnnotationStatus } from '../../../../generated/prisma/client.ts';
import type { Connectable } from '../connect.ts';
import type { NoticeKind } from '../integration.ts';
import type { AnnotationText, CommentText } from '../providers/provider.ts';

/** What an event tells an integration. */
export interface Subject {
  kind: NoticeKind;
  annotation: AnnotationText;
  /** Of a reply. */
  comment?: CommentText;
  /** Of a change of status: the one that it was changed to. */
  status?: AnnotationStatus;
}

interface Row extends Connectable {
  notify: NoticeKind[];
  type: string;
  data: string;
  commentId: string | null;
  annotationId: string;
  number: number;
  content: string;
  url: string;
  selector: string | null;
  /** Of the picture on which its element was last found. */
  imageKey: string | null;
  author: string | null;
  project: string;
  replyContent: string | null;
  replyAuthor: string | null;
}

/** As everything is now: what was deleted meanwhile is not told any more. */
const LOAD = `SELECT i.id, i.provider, i.settings, i.notify, w.secret, e.type, e.data, e.comment_id AS "commentId",
    a.id AS "annotationId", a.number, a.content, a.url, a.dom_fingerprint ->> 'selector' AS selector,
    a.last_seen_image_key AS "imageKey", a.author_name AS author, p.name AS project,
    c.content AS "replyContent", c.author_name AS "replyAuthor"
  FROM integrations i
  JOIN webhooks w ON w.id = i.id
  JOIN events e ON e.id = $2
  JOIN annotations a ON a.id = e.annotation_id AND a.deleted_at IS NULL
  JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
  LEFT JOIN comments c ON c.id = e.comment_id
  WHERE i.id = $1 AND i.deleted_at IS NULL`;

/** Who wrote something, when nobody says. */
const NOBODY = 'A visitor';

/** Reads what an event tells an integration; undefined when there is nothing to tell any more, or nothing that it wants. */
export async function loadSubject(
  ctx: Context,
  integrationId: string,
  eventId: string,
): Promise<{ integration: Connectable; subject: Subject } | undefined> {
  const { rows } = await ctx.services.pool.query<Row>({
    name: 'load-integration-subject',
    text: LOAD,
    values: [integrationId, eventId],
  });
  const [row] = rows;
  const subject = row && subjectOf(ctx, row);
  if (!row || !subject || !row.notify.includes(subject.kind)) return undefined;
  const { id, provider, settings, secret } = row;
  return { integration: { id, provider, settings, secret }, subject };
}

function subjectOf(ctx: Context, row: Row): Subject | undefined {
  const annotation = annotationOf(ctx, row);
  if (row.type === 'comment.resolved') return { kind: 'status', annotation, status: 'resolved' };
  if (row.type === 'annotation.updated') {
    return { kind: 'status', annotation, status: (JSON.parse(row.data) as { status: AnnotationStatus }).status };
  }
  if (row.commentId === null) return { kind: 'annotation', annotation };
  if (row.replyContent === null) return undefined;
  const comment = { id: row.commentId, content: row.replyContent, author: row.replyAuthor ?? NOBODY };
  return { kind: 'reply', annotation, comment };
}

const annotationOf = ({ services }: Context, row: Row): AnnotationText => ({
  id: row.annotationId,
  number: row.number,
  content: row.content,
  pageUrl: row.url,
  selector: row.selector || undefined,
  pictureUrl: row.imageKey === null ? undefined : services.objectUrls.urlOf(row.imageKey),
  author: row.author?.trim() || NOBODY,
  project: row.project,
});
