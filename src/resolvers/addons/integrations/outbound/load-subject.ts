import type { Context } from '../../../../context.ts';
import type { AnnotationStatus } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Box } from '../../../../infrastructure/images/geometry.ts';
import { appLink, pageLink } from '../../../core/annotations/links.ts';
import { type Described, meantPart } from '../../../core/annotations/meant-part.ts';
import { drawnIn, pictureUrlOf } from '../../../core/annotations/pictures/read-picture.ts';
import { otherVisitor } from '../../../core/annotations/public-replies.ts';
import { attachmentName } from '../../../core/attachments/attachment-row.ts';
import { outlinedName } from '../../../core/snapshot-pins/pin-crop.ts';
import { ANNOTATION_SENT, isTriageChange } from '../../../platform/events/event-types.ts';
import type { ConnectableIntegration } from '../connect.ts';
import { matchesFilter } from '../filter.ts';
import type { NoticeKind } from '../integration.ts';
import type { AnnotationText, CommentText, SentFile } from '../providers/provider.ts';

/** Content of an event for an integration. */
export interface EventSubject {
  kind: NoticeKind;
  annotation: AnnotationText;
  /** The reply, if `kind` is `reply`. */
  comment?: CommentText;
  /** The new status, if `kind` is `status`. */
  status?: AnnotationStatus;
  /** Whether the annotation is to be sent: it matches the filter, or a member sends it. */
  isSelected: boolean;
  /** Whether an issue is created if the annotation has none. */
  createsIssue: boolean;
  /** Whether the page of the new annotation is being captured, so that its crop will follow. */
  awaitsCrop: boolean;
  /** Whether the picture that the author drew on is being stored. */
  awaitsDrawing: boolean;
  /** Whether files of the annotation or the reply are being uploaded. */
  awaitsFiles: boolean;
}

/** A file of an annotation or a reply. */
interface FileRow {
  id: string;
  name: string;
}

interface Row extends AnnotationRow {
  notify: NoticeKind[];
  type: string;
  data: string;
  commentId: string | null;
  /** Whether the annotation matches the filter of the integration. */
  matches: boolean;
  /** Whether the filter has statuses, so that a change of status may be the first match. */
  filtersStatus: boolean;
  awaitsCrop: boolean;
  awaitsDrawing: boolean;
  awaitsFiles: boolean;
  replyContent: string | null;
  replyAuthor: string | null;
  isOfOtherVisitor: boolean | null;
  replyFiles: FileRow[];
  isInternalReply: boolean | null;
}

interface AnnotationRow extends ConnectableIntegration, Described {
  annotationId: string;
  number: number;
  content: string;
  url: string;
  selector: string | null;
  /** Key of the picture on which the element was last found. */
  imageKey: string | null;
  /** Its box in that picture. */
  box: Box | null;
  /** Key of the picture that the author sent. */
  pictureKey: string | null;
  isDrawn: boolean;
  /** Snapshot pin of the last picture that shows the element, and its snapshot. */
  pinId: string | null;
  snapshotId: string | null;
  author: string | null;
  project: string;
  files: FileRow[];
  isInternal: boolean;
}

/** Uploaded files `f` that meet a condition. */
const filesThat = (condition: string) =>
  `(SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) ORDER BY f.created_at, f.id), '[]')
      FROM attachments f WHERE ${condition} AND f.uploaded_at IS NOT NULL)`;

const COLUMNS = `i.id, i.provider, i.settings, w.secret,
    a.id AS "annotationId", a.number, a.content, a.url, a.dom_fingerprint ->> 'selector' AS selector,
    a.last_seen_image_key AS "imageKey", a.last_seen_box AS box, shown.*, a.picture_key AS "pictureKey",
    ${drawnIn('a')} AS "isDrawn", a.metadata - 'diagnostics' AS metadata, a.dom_fingerprint AS "domFingerprint", a.author_name AS author, p.name AS project,
    a.visibility = 'internal' AS "isInternal", ${filesThat('f.annotation_id = a.id AND f.comment_id IS NULL')} AS files`;

const LAST_SHOWN = `LEFT JOIN LATERAL (
    SELECT pin.id AS "pinId", s.id AS "snapshotId"
      FROM snapshot_pins pin
      JOIN snapshots s ON s.series_id = pin.series_id AND s.series_number = pin.last_number AND s.image_key IS NOT NULL
           AND s.preview_annotation_id IS NULL
     WHERE pin.annotation_id = a.id AND pin.state IN ('bound', 'rebound') AND (pin.box ->> 'width')::float > 0
       AND (pin.box ->> 'height')::float > 0
     ORDER BY s.created_at DESC, s.id DESC LIMIT 1
  ) shown ON true`;

/**
 * The annotation `a` is new, and its page is being captured. In the first seconds the capture may
 * not be queued yet.
 */
const AWAITS_CROP = `a.source = 'overlay' AND a.environment_id IS NOT NULL AND p.capture_comments AND shown."pinId" IS NULL
    AND a.created_at BETWEEN now() - interval '1 minute' AND now()
    AND (a.created_at > now() - interval '2 seconds' OR EXISTS (
      SELECT FROM snapshots s
       WHERE s.project_id = a.project_id AND s.created_at > now() - interval '5 minutes'
         AND s.url_key = a.url_key AND s.status = 'processing'))`;

/** The picture that the author drew on is being stored. */
const AWAITS_DRAWING = `a.picture_key IS NULL AND a.created_at > now() - interval '1 minute' AND ${drawnIn('a')}
    AND EXISTS (SELECT FROM pending_pictures WHERE annotation_id = a.id)`;

/**
 * Files of the annotation, or of the reply `c`, are being uploaded. They are announced after it: in
 * the first seconds they may not be yet.
 */
const AWAITS_FILES = `coalesce(c.created_at, a.created_at) > now() - interval '1 minute' AND (
      coalesce(c.created_at, CASE WHEN a.source = 'overlay' THEN a.created_at END) > now() - interval '2 seconds'
      OR EXISTS (SELECT FROM attachments f WHERE f.annotation_id = a.id AND f.comment_id IS NOT DISTINCT FROM e.comment_id
                    AND f.uploaded_at IS NULL AND f.expires_at > now()))`;

/** Reads the current state, without rows that were deleted or became internal since the event. */
const LOAD = statement(
  'load-subject/load',
  `SELECT ${COLUMNS}, i.notify, e.type, e.data, e.comment_id AS "commentId",
    ${matchesFilter('i.filter')} AS "matches!", i.filter ? 'statuses' AS "filtersStatus!", ${AWAITS_CROP} AS "awaitsCrop!", ${AWAITS_DRAWING} AS "awaitsDrawing", (${AWAITS_FILES}) IS TRUE AS "awaitsFiles!",
    c.content AS "replyContent", c.author_name AS "replyAuthor", c.by_other_visitor AS "isOfOtherVisitor",
    ${filesThat('f.comment_id = c.id')} AS "replyFiles!", c.visibility = 'internal' AS "isInternalReply"
  FROM integrations i
  JOIN webhooks w ON w.id = i.id
  JOIN events e ON e.id = $eventId
  JOIN annotations a ON a.id = e.annotation_id AND a.deleted_at IS NULL
  JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
  ${LAST_SHOWN}
  LEFT JOIN comments c ON c.id = e.comment_id
  WHERE i.id = $integrationId AND i.deleted_at IS NULL
    AND (w.include_internal OR (e.visibility = 'public' AND a.visibility = 'public'))`,
  { prepared: true },
).narrow<
  Pick<Row, 'notify' | 'replyFiles' | 'box' | 'files' | 'settings' | 'metadata' | 'domFingerprint' | 'isInternal'>
>();

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
  const row = await LOAD.first(ctx.services.pool, { integrationId, eventId });
  const subject = row && subjectOf(ctx, row);
  if (!row || !subject) return undefined;
  const { kind } = subject;
  const isRequested = row.type === ANNOTATION_SENT;
  const isFirstMatch = kind === 'status' && row.filtersStatus;
  // With a filter by status, a change of status is also the time to send the annotation.
  const isWanted = row.notify.includes(kind) || (isFirstMatch && row.notify.includes('annotation'));
  if (!isRequested && !isWanted) return undefined;
  const isSelected = isRequested || row.matches;
  const createsIssue = isSelected && (kind !== 'status' || isFirstMatch);
  const { awaitsCrop, awaitsDrawing, awaitsFiles } = row;
  return {
    integration: integrationOf(row),
    subject: { ...subject, isSelected, createsIssue, awaitsCrop, awaitsDrawing, awaitsFiles },
  };
}

const LOAD_REQUESTED = statement(
  'load-subject/load-requested',
  `SELECT ${COLUMNS}
  FROM integrations i
  JOIN webhooks w ON w.id = i.id
  JOIN annotations a ON a.id = $annotationId AND a.project_id = i.project_id AND a.deleted_at IS NULL
  JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
  ${LAST_SHOWN}
  WHERE i.id = $integrationId AND i.deleted_at IS NULL AND (w.include_internal OR a.visibility = 'public')`,
).narrow<Pick<AnnotationRow, 'box' | 'files' | 'settings' | 'metadata' | 'domFingerprint' | 'isInternal'>>();

/**
 * Loads an annotation whose issue a member requests; undefined if it was deleted or became
 * internal.
 */
export async function loadRequested(
  ctx: Context<'config' | 'objectUrls' | 'pool'>,
  integrationId: string,
  annotationId: string,
): Promise<{ integration: ConnectableIntegration; subject: EventSubject } | undefined> {
  const row = await LOAD_REQUESTED.first(ctx.services.pool, { integrationId, annotationId });
  if (!row) return undefined;
  const annotation = annotationOf(ctx, row);
  const subject = { kind: 'annotation', annotation, isSelected: true, createsIssue: true } as const;
  const awaits = { awaitsCrop: false, awaitsDrawing: false, awaitsFiles: false };
  return { integration: integrationOf(row), subject: { ...subject, ...awaits } };
}

const integrationOf = ({ id, provider, settings, secret }: AnnotationRow): ConnectableIntegration => ({
  id,
  provider,
  settings,
  secret,
});

type Content = Pick<EventSubject, 'kind' | 'annotation' | 'comment' | 'status'>;

function subjectOf(ctx: Context<'config' | 'objectUrls'>, row: Row): Content | undefined {
  const annotation = annotationOf(ctx, row);
  if (row.type === 'comment.resolved') return { kind: 'status', annotation, status: 'resolved' };
  // Labels or priority may select the annotation now.
  if (isTriageChange(row)) return { kind: 'annotation', annotation };
  if (row.type === 'annotation.updated') {
    return { kind: 'status', annotation, status: (JSON.parse(row.data) as { status: AnnotationStatus }).status };
  }
  if (row.commentId === null) return { kind: 'annotation', annotation };
  if (row.replyContent === null) return undefined;
  const comment = {
    id: row.commentId,
    content: row.replyContent,
    author: row.isOfOtherVisitor ? otherVisitor(row.replyAuthor) : (row.replyAuthor ?? ANONYMOUS_AUTHOR),
    files: filesOf(ctx, row.replyFiles, row.isInternal || row.isInternalReply === true),
  };
  return { kind: 'reply', annotation, comment };
}

const annotationOf = (ctx: Context<'config' | 'objectUrls'>, row: AnnotationRow): AnnotationText => ({
  id: row.annotationId,
  number: row.number,
  content: row.content,
  pageUrl: row.url,
  pageLink: pageLink(row),
  appLink: appLink({ id: row.annotationId }, ctx.services.config.http.baseUrl),
  selector: row.selector || undefined,
  ...picturesOf(ctx, row),
  author: row.author?.trim() || ANONYMOUS_AUTHOR,
  project: row.project,
  files: filesOf(ctx, row.files, row.isInternal),
});

/** Links of files; those of public texts end when the text becomes internal. */
const filesOf = (
  { services: { objectUrls } }: Context<'objectUrls'>,
  files: readonly FileRow[],
  isInternal: boolean,
): SentFile[] =>
  files.map(({ id, name }) => ({
    name,
    url: objectUrls.urlOf(attachmentName({ id }, isInternal ? 'members' : 'outsiders')),
  }));

/** The picture as sent, if the author drew on it or no capture shows it; otherwise captures. */
function picturesOf(ctx: Context<'objectUrls'>, row: AnnotationRow): Pick<AnnotationText, 'pictureUrl' | 'cropUrl'> {
  const { imageKey, box, pinId, snapshotId, isDrawn, pictureKey } = row;
  const { objectUrls } = ctx.services;
  const isShown = imageKey !== null && box !== null && meantPart(row, box) !== null;
  const sentUrl = isDrawn || !isShown ? pictureUrlOf(ctx, { id: row.annotationId, pictureKey }) : null;
  if (sentUrl !== null) return { pictureUrl: sentUrl, cropUrl: sentUrl };
  return {
    ...(isShown && { pictureUrl: objectUrls.urlOf(imageKey) }),
    ...(pinId !== null &&
      snapshotId !== null && { cropUrl: objectUrls.urlOf(outlinedName({ id: pinId, snapshotId })) }),
  };
}
