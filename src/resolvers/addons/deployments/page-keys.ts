import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';

const FOREIGN = statement(
  'page-keys/foreign',
  `SELECT page.position::int AS "position!" FROM unnest($keys::text[]) WITH ORDINALITY AS page(key, position)
  WHERE environment_of($projectId, page.key) IS DISTINCT FROM $id ORDER BY position LIMIT 1`,
);

/**
 * Normalized addresses of pages that are given as paths or addresses of an environment.
 *
 * @param argument name of the argument with a page, by its index
 * @throws BAD_USER_INPUT for a page of another environment
 */
export async function pageKeys(
  ctx: Context<'pool'>,
  { id, projectId, urlKey }: { id: string; projectId: string; urlKey: string },
  pages: readonly string[],
  argument: (index: number) => string,
): Promise<string[]> {
  const keys = pages.map((page, index) => {
    const url = URL.parse(/^https?:\/\//i.test(page) ? page : `${urlKey}/${page.replace(/^\/+/, '')}`);
    if (!url || url.username || url.password) {
      throw badField(argument(index), 'must be a path of the environment or the address of one of its pages');
    }
    return normalizeUrl(url.href);
  });
  const foreign = await FOREIGN.first(ctx.services.pool, { projectId, id, keys });
  if (!foreign) return [...new Set(keys)];
  const index = foreign.position - 1;
  throw badField(argument(index), `${keys[index]} is not a page of this environment, ${urlKey}`);
}
