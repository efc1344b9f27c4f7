import { z } from 'zod';
import type { Annotation, AnnotationSource, Visibility } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { commentEventData } from '../../platform/events/event-types.ts';
import { contentInput, coordinateInput, urlInput } from '../../platform/input/fields.ts';
import { type JsonObject, jsonObjectInput } from '../../platform/input/json-object.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { ANNOTATION_COLUMNS } from './columns.ts';
import { fingerprintOf } from './dom-fingerprint.ts';
import type { SnapshotPlace } from './on-snapshot.ts';
import { isPicture, PICTURE_EXPECTED } from './pictures/read-picture.ts';
import { VISITOR_TOKEN_EXPIRY } from './visitor-tokens.ts';

/** Input of a new annotation, common to members and visitors. */
export const annotationInput = z.object({
  content: contentInput,
  url: urlInput,
  position_x: coordinateInput.nullish().transform((x) => x ?? 0),
  position_y: coordinateInput.nullish().transform((y) => y ?? 0),
  metadata: jsonObjectInput.nullish().transform((metadata) => metadata ?? {}),
  picture: z
    .string()
    .max(LIMITS.picture, `must have at most ${LIMITS.picture} characters`)
    .refine(isPicture, PICTURE_EXPECTED)
    .nullish(),
});

/** A validated annotation of a known project, by a member or a visitor. */
export type NewAnnotation = z.infer<typeof annotationInput> & {
  projectId: string;
  organizationId: string;
  source: AnnotationSource;
  /** Default: public. */
  visibility?: Visibility | null;
  authorId?: string;
  authorName?: string;
  authorEmail?: string;
  /** Users whom the text mentions; the caller has checked that they may read it. */
  mentions?: string[];
  /** Access token that writes it. */
  via?: string | null;
  /** Hash of the token of the visitor who writes it. */
  visitorTokenHash?: string;
  /** Element of a snapshot that it is pinned to. */
  place?: SnapshotPlace;
  /** Stored picture, which `metadata` does not have then. */
  pictureKey?: string;
};

/**
 * Takes the project's next number, inserts the annotation with its author's current name and its
 * environment, the visitor's token, and records comment.created, in one statement.
 * Concurrent callers queue on the project's row, so numbers have no gaps.
 */
export const INSERT_ANNOTATION = statement(
  'insert-annotation/insert-annotation',
  `WITH numbered AS (
    UPDATE projects SET annotation_count = annotation_count + 1
     WHERE id = $projectId AND deleted_at IS NULL
    RETURNING id, organization_id, annotation_count, clock_timestamp() AS at
  ), author AS (SELECT id, name, email FROM users WHERE id = $authorId?
  ), a AS (
    INSERT INTO annotations (id, project_id, number, content, url, url_key, position_x, position_y, metadata,
                             dom_fingerprint, source, author_id, author_name, author_email,
                             environment_id, visibility, created_at, updated_at, via, picture_key, organization_id, mentions)
    SELECT $id, numbered.id, numbered.annotation_count, $content, $url, $urlKey, $positionX, $positionY, $metadata,
           $domFingerprint, $source::"AnnotationSource", author.id, coalesce(author.name, $authorName?), coalesce(author.email, $authorEmail?),
           environment_of(numbered.id, $urlKey), $visibility::"Visibility", numbered.at, numbered.at, $via?::uuid, $pictureKey?,
           numbered.organization_id, $mentions::uuid[]
      FROM numbered LEFT JOIN author ON true
    RETURNING *
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, project_id, annotation_id, visibility, data, actor_id)
    SELECT $eventId, 'comment.created', numbered.organization_id, numbered.id, $id, $visibility::"Visibility", $data, $authorId? FROM numbered
  ), token AS (
    INSERT INTO visitor_tokens (token_hash, annotation_id, expires_at)
    SELECT $visitorTokenHash?, a.id, ${VISITOR_TOKEN_EXPIRY} FROM a WHERE $visitorTokenHash?::text IS NOT NULL
  )
  SELECT ${ANNOTATION_COLUMNS} FROM a`,
  { prepared: true },
);

/**
 * Inserts an open annotation and its event.
 *
 * @returns undefined if the project was deleted
 */
export async function insertAnnotation(sql: Queryable, annotation: NewAnnotation): Promise<Annotation | undefined> {
  const id = newId();
  const { projectId, content, url, metadata } = annotation;
  const visibility = annotation.visibility ?? 'public';
  return INSERT_ANNOTATION.first(sql, {
    projectId,
    authorId: annotation.authorId,
    id,
    content,
    url,
    urlKey: normalizeUrl(url),
    positionX: annotation.position_x,
    positionY: annotation.position_y,
    metadata: JSON.stringify(metadata),
    domFingerprint: JSON.stringify(fingerprintOf(metadata as JsonObject)),
    source: annotation.source,
    authorName: annotation.authorName,
    authorEmail: annotation.authorEmail,
    eventId: newId(),
    data: commentEventData({ id, text: content, annotationId: id, url, status: 'open', visibility }, projectId),
    visibility,
    via: annotation.via,
    visitorTokenHash: annotation.visitorTokenHash,
    pictureKey: annotation.pictureKey,
    mentions: annotation.mentions ?? [],
  });
}
