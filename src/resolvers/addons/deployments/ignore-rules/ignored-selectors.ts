import type { Context } from '../../../../context.ts';
import { MAX_RULES } from './manage-ignore-rules.ts';

const FIND = `SELECT i.selector FROM ignore_rules i JOIN environments e ON e.id = $2
  WHERE i.project_id = $1 AND (i.environment_id IS NULL OR i.environment_id = $2)
    AND (i.path IS NULL OR rtrim(e.url_key, '/') || i.path = $3) AND (i.expires_at IS NULL OR i.expires_at > now())
  ORDER BY i.created_at, i.id LIMIT ${MAX_RULES}`;

/** Selectors that comparisons of a page with its baseline ignore. */
export async function ignoredSelectors(
  ctx: Context<'pool'>,
  { projectId, environmentId, urlKey }: Record<'projectId' | 'environmentId' | 'urlKey', string>,
): Promise<string[]> {
  const { rows } = await ctx.services.pool.query<{ selector: string }>(FIND, [projectId, environmentId, urlKey]);
  return rows.map(({ selector }) => selector);
}
