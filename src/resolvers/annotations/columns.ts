import type { Annotation } from '../../generated/prisma/client.ts';

/** A row of annotations as hand-written statements return it: the shape that Prisma gives. */
export type AnnotationRow = Annotation;

const COLUMNS: Record<keyof AnnotationRow, string> = {
  id: 'id',
  projectId: 'project_id',
  number: 'number',
  content: 'content',
  url: 'url',
  urlKey: 'url_key',
  positionX: 'position_x',
  positionY: 'position_y',
  metadata: 'metadata',
  domFingerprint: 'dom_fingerprint',
  status: 'status',
  source: 'source',
  assigneeId: 'assignee_id',
  authorId: 'author_id',
  authorName: 'author_name',
  authorEmail: 'author_email',
  environmentId: 'environment_id',
  anchorState: 'anchor_state',
  anchorConfidence: 'anchor_confidence',
  anchorCheckedAt: 'anchor_checked_at',
  latestFingerprint: 'latest_fingerprint',
  anchorCandidates: 'anchor_candidates',
  lastSeenImageKey: 'last_seen_image_key',
  lastSeenBox: 'last_seen_box',
  lastSeenAt: 'last_seen_at',
  screenshotUrl: 'screenshot_url',
  externalIssues: 'external_issues',
  importSource: 'import_source',
  externalId: 'external_id',
  commentCount: 'comment_count',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  resolvedAt: 'resolved_at',
  deletedAt: 'deleted_at',
};

/** The select list for `FROM annotations a`. */
export const ANNOTATION_COLUMNS = Object.entries(COLUMNS)
  .map(([name, column]) => `a.${column} AS "${name}"`)
  .join(', ');
