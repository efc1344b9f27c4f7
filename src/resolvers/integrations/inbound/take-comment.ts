import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { LockedIssue } from '../../addons/integrations/inbound/lock-issue.ts';
import type { IntegrationRow } from '../../addons/integrations/integration.ts';
import { PROVIDERS } from '../../addons/integrations/providers/index.ts';
import { cut } from '../../addons/integrations/providers/markdown.ts';
import type { InboundChange } from '../../addons/integrations/providers/provider.ts';
import { insertComment } from '../../core/annotations/add-comment.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { storable } from '../../platform/input/storable-text.ts';
import { oneLine } from '../../text/one-line.ts';
import { isTaken, rememberTaken } from './taken-comments.ts';

/**
 * Writes a tracker's comment into the thread, under its author's name there. It is known as the tracker's from then on,
 * so that it is not sent back. @returns false for one that is known, and for one without text
 */
export async function takeComment(
  sql: Queryable,
  { id: integrationId, provider }: IntegrationRow,
  issue: LockedIssue,
  { id, text, author }: NonNullable<InboundChange['comment']>,
): Promise<boolean> {
  const content = cut(storable(text).trim(), LIMITS.content);
  if (content === '') return false;
  if (await isTaken(sql, integrationId, id)) return false;
  const from = ` (${PROVIDERS[provider].label})`;
  const name = cut(oneLine(storable(author)), LIMITS.name - from.length) + from;
  const comment = await insertComment(sql, issue, { name }, { content });
  await rememberTaken(sql, integrationId, { commentId: comment.id, externalId: id });
  return true;
}
