import { statement } from '../../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../../infrastructure/database/transaction.ts';
import { insertComment } from '../../../core/annotations/add-comment.ts';
import { LIMITS } from '../../../platform/input/limits.ts';
import { storable } from '../../../platform/input/storable-text.ts';
import { oneLine } from '../../../platform/text/plain-text.ts';
import type { IntegrationRow } from '../integration.ts';
import { PROVIDERS } from '../providers/index.ts';
import { truncate } from '../providers/markdown.ts';
import type { InboundChange } from '../providers/provider.ts';
import type { LockedIssue } from './lock-issue.ts';

/**
 * Adds a tracker's comment to the thread, under its author's name. Its external id is stored, so
 * that it is not sent back.
 *
 * @returns false for an imported comment and for an empty one
 */
export async function applyComment(
  sql: Queryable,
  { id: integrationId, provider }: IntegrationRow,
  issue: LockedIssue,
  { id, text, author }: NonNullable<InboundChange['comment']>,
): Promise<boolean> {
  const content = truncate(storable(text).trim(), LIMITS.content);
  if (content === '') return false;
  if (await isImported(sql, integrationId, id)) return false;
  const suffix = ` (${PROVIDERS[provider].label})`;
  const name = truncate(oneLine(storable(author)), LIMITS.name - suffix.length) + suffix;
  const comment = await insertComment(sql, issue, { name }, { content });
  await recordImport(sql, integrationId, { commentId: comment.id, externalId: id });
  return true;
}

/** Prefix of the tombstone of a deleted reply, which is stored and purged like an inbound call. */
const TOMBSTONE = `'comment ' || `;

const IS_IMPORTED = statement(
  'apply-comment/is-imported',
  `SELECT FROM external_comments WHERE integration_id = $integrationId AND external_id = $externalId::text
  UNION ALL SELECT FROM inbound_calls WHERE integration_id = $integrationId AND hash = ${TOMBSTONE} $externalId::text`,
);
const INSERT = statement(
  'apply-comment/insert',
  `INSERT INTO external_comments (integration_id, comment_id, external_id, attempted_at)
  VALUES ($integrationId, $commentId, $externalId, now())`,
);
const INSERT_TOMBSTONE = statement(
  'apply-comment/insert-tombstone',
  `INSERT INTO inbound_calls (integration_id, hash)
  SELECT integration_id, ${TOMBSTONE} external_id FROM external_comments WHERE comment_id = $commentId AND external_id IS NOT NULL
  ON CONFLICT DO NOTHING`,
);

/** Whether a tracker's comment is or was a reply. */
const isImported = async (sql: Queryable, integrationId: string, externalId: string): Promise<boolean> =>
  (await IS_IMPORTED.run(sql, { integrationId, externalId })).rowCount !== 0;

/** Links a reply to the tracker's comment. */
async function recordImport(
  sql: Queryable,
  integrationId: string,
  { commentId, externalId }: { commentId: string; externalId: string },
): Promise<void> {
  await INSERT.run(sql, { integrationId, commentId, externalId });
}

/** Call it before a reply is deleted: prevents that a repeated call imports the comment again. */
export async function leaveImportTombstone(sql: Queryable, commentId: string): Promise<void> {
  await INSERT_TOMBSTONE.run(sql, { commentId });
}
