import { z } from 'zod';
import type { Annotation, AnnotationSource, Visibility } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { commentEventData } from '../../platform/events/event-types.ts';
import { contentInput, coordinateInput, urlInput } from '../../platform/input/fields.ts';
import { type JsonObject, jsonObjectInput } from '../../platform/input/json-object.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { ANNOTATION_COLUMNS } from './columns.ts';
import { fingerprintOf } from './dom-fingerprint.ts';
import type { SnapshotPlace } from './on-snapshot.ts';
import { VISITOR_TOKEN_EXPIRY } from './visitor-tokens.ts';

/** Input of a new annotation, common to members and visitors. */
export const annotationInput = z.object({
  content: contentInput,
  url: urlInput,
  position_x: coordinateInput.nullish().transform((x) => x ?? 0),
  position_y: coordinateInput.nullish().transform((y) => y ?? 0),
  metadata: jsonObjectInput.nullish().transform((metadata) => metadata ?? {}),
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
export const INSERT_ANNOTATION = {
  name: 'insert-annotation',
  text: `WITH numbered AS (
    UPDATE projects SET annotation_count = annotation_count + 1
     WHERE id = $1 AND deleted_at IS NULL
    RETURNING id, organization_id, annotation_count, clock_timestamp() AS at
  ), author AS (SELECT id, name, email FROM users WHERE id = $2
  ), a AS (
    INSERT INTO annotations (id, project_id, number, content, url, url_key, position_x, position_y, metadata,
                             dom_fingerprint, source, author_id, author_name, author_email, environment_id,
                             visibility, created_at, updated_at, via, picture_key, organization_id, mentions)
    SELECT $3, numbered.id, numbered.annotation_count, $4, $5, $6, $7, $8, $9, $10, $11::"AnnotationSource",
           author.id, coalesce(author.name, $12), coalesce(author.email, $13),
           environment_of(numbered.id, $6), $16::"Visibility", numbered.at, numbered.at, $17::uuid, $19,
           numbered.organization_id, $20::uuid[]
      FROM numbered LEFT JOIN author ON true
    RETURNING *
  ), recorded AS (
    INSERT INTO events (id, type, organization_id, project_id, annotation_id, visibility, data, actor_id)
    SELECT $14, 'comment.created', numbered.organization_id, numbered.id, $3, $16::"Visibility", $15, $2 FROM numbered
  ), token AS (
    INSERT INTO visitor_tokens (token_hash, annotation_id, expires_at)
    SELECT $18, a.id, ${VISITOR_TOKEN_EXPIRY} FROM a WHERE $18::text IS NOT NULL
  )
  SELECT ${ANNOTATION_COLUMNS} FROM a`,
};

/**
 * Inserts an open annotation and its event.
 *
 * @returns undefined if the project was deleted
 */
export async function insertAnnotation(sql: Queryable, annotation: NewAnnotation): Promise<Annotation | undefined> {
  const id = newId();
  const { projectId, content, url, metadata } = annotation;
  const visibility = annotation.visibility ?? 'public';
  const { rows } = await sql.query<Annotation>({
    ...INSERT_ANNOTATION,
    values: [
      projectId,
      annotation.authorId ?? null,
      id,
      content,
      url,
      normalizeUrl(url),
      annotation.position_x,
      annotation.position_y,
      JSON.stringify(metadata),
      JSON.stringify(fingerprintOf(metadata as JsonObject)),
      annotation.source,
      annotation.authorName ?? null,
      annotation.authorEmail ?? null,
      newId(),
      commentEventData({ id, text: content, annotationId: id, url, status: 'open', visibility }, projectId),
      visibility,
      annotation.via ?? null,
      annotation.visitorTokenHash ?? null,
      annotation.pictureKey ?? null,
      annotation.mentions ?? [],
    ],
  });
  return rows[0];
}
