import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { requireUser, viaOf } from '../../platform/policies/access.ts';
import type { ImportedRow } from './read-comment.ts';

/** Serializes the batch with new annotations, other imports and changes of environments. */
const LOCK = statement(
  'insert-batch/lock',
  `SELECT annotation_count AS count FROM projects WHERE id = $id AND deleted_at IS NULL FOR NO KEY UPDATE`,
);

/** Inserts the comments that the project does not have yet, numbered from `$count` + 1. */
const INSERT = statement(
  'insert-batch/insert',
  `WITH fresh AS (
    SELECT i.*, row_number() OVER (ORDER BY i.id) AS ordinal
      FROM json_to_recordset($json) AS i(id uuid, content text, url text, url_key text, position_x float8, position_y float8,
             metadata jsonb, dom_fingerprint jsonb, status "AnnotationStatus", author_name text, author_email text,
             created_at timestamptz, external_id text)
     WHERE NOT EXISTS (SELECT FROM annotations a
                        WHERE a.project_id = $projectId AND a.import_source = $source AND a.external_id = i.external_id)
  ), inserted AS (
    INSERT INTO annotations (id, project_id, number, content, url, url_key, position_x, position_y, metadata,
                             dom_fingerprint, status, source, author_name, author_email, environment_id, import_source,
                             external_id, created_at, updated_at, resolved_at, via, resolution, organization_id)
    SELECT id, $projectId, $count + ordinal, content, url, url_key, position_x, position_y, metadata,
           dom_fingerprint, status, 'import', author_name, author_email, environment_of($projectId, url_key), $source,
           external_id, coalesce(created_at, now()), now(), CASE status WHEN 'resolved' THEN now() END, $via?,
           CASE status WHEN 'resolved' THEN 'fixed'::"Resolution" END, $organizationId
      FROM fresh
    RETURNING id
  ), counted AS (
    UPDATE projects SET annotation_count = $count + (SELECT count(*) FROM inserted) WHERE id = $projectId
  )
  SELECT id FROM inserted ORDER BY id`,
);

interface Batch {
  project: { id: string; organizationId: string };
  source: string;
  rows: ImportedRow[];
  /** Last annotation of the earlier batches. */
  lastId: string | undefined;
  /** Publish the live update with this batch if anything was imported. */
  publishUpdate: boolean;
}

/**
 * Inserts one batch in a transaction of its own.
 *
 * @returns ids of the new annotations, in the order of the rows
 * @throws NOT_FOUND if the project was deleted
 */
export function insertBatch(ctx: Context<'pool'>, batch: Batch): Promise<string[]> {
  const { project, source, rows } = batch;
  return inTransaction(ctx.services.pool, async (sql) => {
    const present = await LOCK.first(sql, { id: project.id });
    if (!present) throw notFound('Project');
    const json = JSON.stringify(rows.map((row) => ({ id: newId(), ...row })));
    const inserted = await INSERT.rows(sql, {
      projectId: project.id,
      source,
      count: present.count,
      json,
      via: viaOf(ctx),
      organizationId: project.organizationId,
    });
    const ids = inserted.map(({ id }) => id);
    const last = ids.at(-1) ?? batch.lastId;
    if (batch.publishUpdate && last) {
      const { id: projectId, organizationId } = project;
      const type = 'annotations.imported';
      const subject = { organizationId, projectId, annotationId: last };
      await recordEvent(sql, { type, ...subject, actorId: requireUser(ctx), data: NO_EVENT_DATA });
    }
    return ids;
  });
}
