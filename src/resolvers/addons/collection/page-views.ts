import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { collectedPageKey } from '../../platform/input/redact-url.ts';

/** Days whose views are counted, today included. */
export const VIEW_DAYS = 30;

/** Views are counted for the page as a whole, whose selector is empty. */
const VIEWS = statement(
  'page-views/views',
  `SELECT asked.page AS "page!", sum(d.views)::float8 AS "views!"
   FROM unnest($ids::text[], $projectIds::uuid[], $urls::text[]) AS asked(page, project_id, url_key)
   CROSS JOIN generate_series((now() AT TIME ZONE 'UTC')::date - ${VIEW_DAYS - 1}, (now() AT TIME ZONE 'UTC')::date, interval '1 day') AS days(day)
   JOIN collected_daily d ON d.project_id = asked.project_id AND d.day = days.day::date
    AND d.page_id = md5(asked.url_key)::uuid AND d.element_id = md5('')::uuid
  GROUP BY 1`,
);

/** A page by its id, with its normalized addresses. */
interface ViewedPage {
  id: string;
  projectId: string;
  urls: readonly string[];
}

const readerOf = oncePer((ctx: Context<'pool'>) =>
  createBatcher((pages: ViewedPage[]) => selectViews(ctx, pages), Infinity),
);

/** Views of a page in the last 30 days; one statement for all pages of an execution step. */
export const viewsOfPage = (ctx: Context<'pool'>, page: ViewedPage): Promise<number> => readerOf(ctx)(page);

async function selectViews(ctx: Context<'pool'>, pages: ViewedPage[]): Promise<number[]> {
  const asked = [...new Map(pages.map((page) => [page.id, page])).values()].flatMap(({ id, projectId, urls }) =>
    [...new Set(urls.map(collectedPageKey))].map((url) => ({ id, projectId, url })),
  );
  const rows = await VIEWS.rows(ctx.services.pool, {
    ids: asked.map(({ id }) => id),
    projectIds: asked.map(({ projectId }) => projectId),
    urls: asked.map(({ url }) => url),
  });
  const views = new Map(rows.map((row) => [row.page, row.views]));
  return pages.map(({ id }) => views.get(id) ?? 0);
}
