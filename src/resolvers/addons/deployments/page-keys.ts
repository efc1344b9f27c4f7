import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';

const FOREIGN = `SELECT page.position::int FROM unnest($3::text[]) WITH ORDINALITY AS page(key, position)
  WHERE environment_of($1, page.key) IS DISTINCT FROM $2 ORDER BY position LIMIT 1`;

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
  const { rows } = await ctx.services.pool.query<{ position: number }>(FOREIGN, [projectId, id, keys]);
  const [foreign] = rows;
  if (!foreign) return [...new Set(keys)];
  const index = foreign.position - 1;
  throw badField(argument(index), `${keys[index]} is not a page of this environment, ${urlKey}`);
}
