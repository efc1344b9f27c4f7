import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { MAX_RULES } from './manage-ignore-rules.ts';

const FIND = statement(
  'ignored-selectors/find',
  `SELECT i.selector FROM ignore_rules i JOIN environments e ON e.id = $environmentId
  WHERE i.project_id = $projectId AND (i.environment_id IS NULL OR i.environment_id = $environmentId)
    AND (i.path IS NULL OR rtrim(e.url_key, '/') || i.path = $urlKey) AND (i.expires_at IS NULL OR i.expires_at > now())
  ORDER BY i.created_at, i.id LIMIT ${MAX_RULES}`,
);

/** Selectors that comparisons of a page with its baseline ignore. */
export async function ignoredSelectors(
  ctx: Context<'pool'>,
  { projectId, environmentId, urlKey }: Record<'projectId' | 'environmentId' | 'urlKey', string>,
): Promise<string[]> {
  const rows = await FIND.rows(ctx.services.pool, { projectId, environmentId, urlKey });
  return rows.map(({ selector }) => selector);
}
