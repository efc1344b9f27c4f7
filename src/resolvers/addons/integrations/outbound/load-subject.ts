import type { Context } from '../../../../context.ts';
import type { AnnotationStatus } from '../../../../generated/prisma/client.ts';
import { appLink, pageLink } from '../../../core/annotations/links.ts';
import type { ConnectableIntegration } from '../connect.ts';
import type { NoticeKind } from '../integration.ts';
import type { AnnotationText, CommentText } from '../providers/provider.ts';

/** Content of an event for an integration. */
export interface EventSubject {
  kind: NoticeKind;
  annotation: AnnotationText;
  /** The reply, if `kind` is `reply`. */
  comment?: CommentText;
  /** The new status, if `kind` is `status`. */
  status?: AnnotationStatus;
}

interface Row extends ConnectableIntegration {
  notify: NoticeKind[];
  type: string;
  data: string;
  commentId: string | null;
  annotationId: string;
  number: number;
  content: string;
  url: string;
  selector: string | null;
  /** Key of the picture on which the element was last found. */
  imageKey: string | null;
  author: string | null;
  project: string;
  replyContent: string | null;
  replyAuthor: string | null;
}

/** Reads the current state, without rows that were deleted or became internal since the event. */
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
  WHERE i.id = $1 AND i.deleted_at IS NULL
    AND (w.include_internal OR (e.visibility = 'public' AND a.visibility = 'public'))`;

/** Author name of a visitor without a name. */
const ANONYMOUS_AUTHOR = 'A visitor';

/**
 * Loads the content of an event; undefined if it was deleted since or the integration does not
 * synchronize it.
 */
export async function loadSubject(
  ctx: Context<'config' | 'objectUrls' | 'pool'>,
  integrationId: string,
  eventId: string,
): Promise<{ integration: ConnectableIntegration; subject: EventSubject } | undefined> {
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

function subjectOf(ctx: Context<'config' | 'objectUrls'>, row: Row): EventSubject | undefined {
  const annotation = annotationOf(ctx, row);
  if (row.type === 'comment.resolved') return { kind: 'status', annotation, status: 'resolved' };
  if (row.type === 'annotation.updated') {
    return { kind: 'status', annotation, status: (JSON.parse(row.data) as { status: AnnotationStatus }).status };
  }
  if (row.commentId === null) return { kind: 'annotation', annotation };
  if (row.replyContent === null) return undefined;
  const comment = { id: row.commentId, content: row.replyContent, author: row.replyAuthor ?? ANONYMOUS_AUTHOR };
  return { kind: 'reply', annotation, comment };
}

const annotationOf = ({ services }: Context<'config' | 'objectUrls'>, row: Row): AnnotationText => ({
  id: row.annotationId,
  number: row.number,
  content: row.content,
  pageUrl: row.url,
  pageLink: pageLink(row),
  appLink: appLink({ id: row.annotationId }, services.config.http.baseUrl),
  selector: row.selector || undefined,
  pictureUrl: row.imageKey === null ? undefined : services.objectUrls.urlOf(row.imageKey),
  author: row.author?.trim() || ANONYMOUS_AUTHOR,
  project: row.project,
});
