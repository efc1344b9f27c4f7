import type { CallContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Annotation, Role, Visibility } from '../../../generated/prisma/client.ts';
import { redactUrl } from '../../platform/input/redact-url.ts';

/**
 * Readers of a thread. Members above guest read everything; guests and third parties are outsiders,
 * who read public annotations and replies only.
 */
export type Audience = 'members' | 'outsiders';

/** Audience of a member's request. Call it after the guard, which finds guests. */
export const audienceOf = ({ reader }: Pick<CallContext, 'reader'>): Audience =>
  reader.isGuest ? 'outsiders' : 'members';

/** Audience of a member with this role. */
export const audienceFor = (role: Role): Audience => (role === 'guest' ? 'outsiders' : 'members');

/**
 * SQL condition: the audience may read the row.
 *
 * @param row alias of a row with the column `visibility`
 */
export const visibleTo = (audience: Audience, row: string): string =>
  audience === 'members' ? 'true' : `${row}.visibility = 'public'`;

/** Parameter of statements whose rows depend on the reader. */
export const isOutsider = (audience: Audience): { isOutsider: boolean } => ({ isOutsider: audience === 'outsiders' });

/** SQL condition: the reader may read the row; its parameter is that of `isOutsider`. */
export const visibleToReader = (row: string): string => `(NOT $isOutsider::boolean OR ${visibleTo('outsiders', row)})`;

/**
 * SQL list of those of the annotations' ids that the reader may read; parameter as above.
 *
 * @param ids expression of a list of ids
 */
export const idsVisibleToReader = (ids: string): string =>
  `CASE WHEN $isOutsider::boolean THEN
     ARRAY(SELECT named.id FROM unnest(${ids}) WITH ORDINALITY AS named (id, place) JOIN annotations a USING (id)
            WHERE a.deleted_at IS NULL AND ${visibleTo('outsiders', 'a')} ORDER BY named.place) ELSE ${ids} END`;

/** Address of a page for an audience: secrets in it are for members. */
export const urlFor = (audience: Audience, url: string): string => (audience === 'members' ? url : redactUrl(url));

/** SQL condition: the member `m` may read the annotation `a`. */
export const VISIBLE_TO_MEMBER = `(a.visibility = 'public' OR m.role <> 'guest')`;

/** Whether an audience may read an annotation, a reply, or an event of one. */
export const isVisibleTo = (audience: Audience, { visibility }: { visibility: Visibility }): boolean =>
  audience === 'members' || visibility === 'public';

/** Visibility of a row. Results that earlier versions stored for idempotency keys have none. */
export const visibilityOf = ({ visibility }: { visibility?: Visibility }): Visibility => visibility ?? 'public';

/** Number of replies that the audience may read. */
export const commentCountFor = (
  audience: Audience,
  { commentCount, internalCommentCount = 0 }: Pick<Annotation, 'commentCount'> & Partial<Annotation>,
): number => (audience === 'members' ? commentCount : commentCount - internalCommentCount);

/** Time of the last change that the audience can see. */
export const updatedAtFor = (
  audience: Audience,
  { updatedAt, publicUpdatedAt }: Pick<Annotation, 'updatedAt'> & Partial<Annotation>,
): Date => (audience === 'members' ? updatedAt : (publicUpdatedAt ?? updatedAt));

/**
 * Rejects an internal annotation or reply of a guest or a visitor, who could not read it.
 *
 * @param role null for a visitor
 *
 * @throws FORBIDDEN
 */
export function assertMayWrite(role: Role | null, visibility: Visibility | null | undefined): void {
  if ((role !== null && role !== 'guest') || visibility !== 'internal') return;
  throw new AppError(
    'FORBIDDEN',
    role === null
      ? 'Visitors write public replies only; omit visibility or send public'
      : 'Your role is guest, and guests write public annotations and replies only; omit visibility or send public',
  );
}

/**
 * Form of an annotation that is sent to outsiders when they can no longer read it: its page, number
 * and times. Each column is named, so that a new one does not compile before somebody decides.
 */
export const withoutContent = (annotation: Annotation): Annotation => ({
  id: annotation.id,
  projectId: annotation.projectId,
  organizationId: annotation.organizationId,
  environmentId: annotation.environmentId,
  number: annotation.number,
  url: annotation.url,
  urlKey: annotation.urlKey,
  visibility: annotation.visibility,
  source: annotation.source,
  createdAt: annotation.createdAt,
  updatedAt: annotation.updatedAt,
  publicUpdatedAt: annotation.publicUpdatedAt,
  deletedAt: annotation.deletedAt,
  content: '',
  positionX: 0,
  positionY: 0,
  metadata: {},
  domFingerprint: {},
  latestFingerprint: null,
  anchorState: 'bound',
  anchorConfidence: 1,
  anchorCandidates: [],
  anchorCheckedAt: annotation.createdAt,
  status: 'open',
  resolvedAt: null,
  resolution: null,
  duplicateOfId: null,
  priority: 'normal',
  labelIds: [],
  dueOn: null,
  rank: null,
  assigneeId: null,
  authorId: null,
  authorName: null,
  authorEmail: null,
  mentions: [],
  via: null,
  externalIssues: [],
  importSource: null,
  externalId: null,
  lastSeenImageKey: null,
  lastSeenBox: null,
  lastSeenScale: 1,
  lastSeenAt: null,
  pictureKey: null,
  commentCount: 0,
  internalCommentCount: 0,
});
