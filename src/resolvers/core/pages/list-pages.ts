import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { EnvironmentKind } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { slot, statement } from '../../../infrastructure/database/statement.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { urlInput } from '../../platform/input/fields.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { storableText } from '../../platform/input/storable-text.ts';
import type { PageRows } from '../../platform/pagination/cursor-page.ts';
import { type AddValue, fragmentOf, sampleValue } from '../../platform/sql/fragment.ts';
import { type Audience, visibleTo } from '../annotations/visibility.ts';
import { beyondPage, PAGE_ORDERS, type PageOrder, type PagePosition, pageOrderClause } from './page-order.ts';

/** A page of a project: the same path in all of its environments. */
export interface ProjectPage {
  id: string;
  projectId: string;
  organizationId: string;
  /** Relative to the environment; the normalized address if the page belongs to none. */
  path: string;
  /** Normalized addresses, that in production first; at most 50. */
  urls: string[];
  title: string | null;
  open: number;
  inProgress: number;
  resolved: number;
  orphaned: number;
  newestAt: Date | null;
  /** Sort key of the list. */
  key: number;
}

/** Max length of the text filter, characters. */
const MAX_TEXT = 254;
/** Max addresses of a page. */
export const MAX_URLS = 50;

const filterInput = z.object({
  text: storableText(MAX_TEXT).nullish(),
  url: urlInput.transform(normalizeUrl).nullish(),
  environmentId: z.string().refine(isId, 'must be a UUID').nullish(),
  orphanedOnly: z.boolean().nullish(),
});

/** Filter of a list of pages. */
export interface PageFilter {
  text?: string | null;
  url?: string | null;
  environmentId?: string | null;
  orphanedOnly?: boolean | null;
}

/** Texts and captures of pages that the reader may see. */
export interface PageReader {
  audience: Audience;
  /** Whether captured pages and their titles are shown. */
  readsSnapshots: boolean;
}

interface PageRange {
  limit: number;
  after?: PagePosition;
  before?: PagePosition;
  fromEnd: boolean;
}

interface PageList {
  filter: PageFilter;
  order: PageOrder;
  reader: PageReader;
  range: PageRange;
}

/** Path of an address within its environment. */
const PATH = `CASE WHEN e.id IS NULL THEN n.url_key
  WHEN substr(n.url_key, length(e.url_key) + 1, 1) = '/' THEN substr(n.url_key, length(e.url_key) + 1)
  ELSE '/' || substr(n.url_key, length(e.url_key) + 1) END`;

/**
 * Counts the annotations of the project `p` by address, which an index has, and then by path:
 * environments may change, and nothing else has to.
 *
 * @param condition on the addresses `n`
 */
const countedPages = ({ audience, readsSnapshots }: PageReader, condition: string) => `
  SELECT ${PATH} AS path, sum(n.open)::int AS open, sum(n.in_progress)::int AS in_progress, sum(n.resolved)::int AS resolved,
         sum(n.orphaned)::int AS orphaned, max(n.newest) AS newest, array_agg(n.url_key) AS urls, array_agg(e.kind::text) AS kinds
    FROM (
      SELECT a.url_key, a.environment_id, count(*) FILTER (WHERE a.status = 'open') AS open,
             count(*) FILTER (WHERE a.status = 'in_progress') AS in_progress,
             count(*) FILTER (WHERE a.status = 'resolved') AS resolved,
             count(*) FILTER (WHERE a.anchor_state = 'orphaned' AND a.status <> 'resolved') AS orphaned,
             max(a.created_at) AS newest
        FROM annotations a WHERE a.project_id = p.id AND a.deleted_at IS NULL AND ${visibleTo(audience, 'a')} GROUP BY 1, 2
      ${readsSnapshots ? CAPTURED : ''}
    ) n LEFT JOIN environments e ON e.id = n.environment_id AND starts_with(n.url_key, e.url_key)
   WHERE ${condition} GROUP BY 1`;

const CAPTURED = `UNION ALL
  SELECT DISTINCT s.url_key, s.environment_id, 0, 0, 0, 0, NULL::timestamptz FROM snapshots s
   WHERE s.project_id = p.id AND s.status = 'completed' AND s.preview_annotation_id IS NULL`;

/** Title of the newest snapshot of the page. */
const TITLE = `(SELECT newest.title FROM unnest(page.urls) AS u(url_key) CROSS JOIN LATERAL (
    SELECT s.title, s.created_at FROM snapshots s
     WHERE s.project_id = p.id AND s.url_key = u.url_key AND s.status = 'completed'
     ORDER BY s.created_at DESC, s.id DESC LIMIT 1) newest ORDER BY newest.created_at DESC LIMIT 1)`;

/** Text that reads a list of pages of each project. */
function textOf({ filter, order, reader, range }: PageList, add: AddValue): string {
  const counted = countedPages(
    reader,
    filter.environmentId == null ? 'true' : `n.environment_id = ${add(filter.environmentId)}::uuid`,
  );
  const conditions = [
    ...(filter.text == null ? [] : [`position(lower(${add(filter.text)}) IN lower(path)) > 0`]),
    ...(filter.url == null ? [] : [`${add(filter.url)} = ANY(urls)`]),
    ...(filter.orphanedOnly ? ['orphaned > 0'] : []),
    ...(range.after ? [beyondPage(range.after, false, add)] : []),
    ...(range.before ? [beyondPage(range.before, true, add)] : []),
  ];
  const orderBy = pageOrderClause(order, range.fromEnd);
  return `SELECT p.id AS "projectId", p.organization_id AS "organizationId", page.path AS "path!", page.open AS "open!", page."inProgress" AS "inProgress!", page.resolved AS "resolved!",
         page.orphaned AS "orphaned!", page."newestAt", page.urls AS "urls!", page.kinds AS "kinds!", page.key AS "key!",
         ${reader.readsSnapshots ? TITLE : 'NULL'} AS title
    FROM projects p CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT path, open, in_progress AS "inProgress", resolved, orphaned, newest AS "newestAt", urls, kinds,
               (${PAGE_ORDERS[order].key})::float8 AS key
          FROM (${counted}) counted
      ) keyed WHERE ${['true', ...conditions].join(' AND ')} ${orderBy} LIMIT ${add(range.limit + 1)}::int
    ) page
   WHERE p.id = ANY($ids::uuid[]) ${orderBy}`;
}

const SAMPLE: PageList = {
  filter: { text: '', url: '', environmentId: '', orphanedOnly: true },
  order: 'newest',
  reader: { audience: 'outsiders', readsSnapshots: true },
  range: { limit: 1, fromEnd: false },
};

const LIST = statement('list-pages/list', slot('list', textOf(SAMPLE, sampleValue))).narrow<Pick<PageRow, 'kinds'>>();

type PageRow = Omit<ProjectPage, 'id'> & { kinds: (EnvironmentKind | null)[] };
type Read = (projectId: string) => Promise<PageRows<ProjectPage>>;

/** Batched readers of a request, by list. */
const readersOf = oncePer((_ctx: Context<'pool'>) => new Map<string, Read>());

/**
 * Reads one list of pages of a project, without a check of rights. The lists of all projects of an
 * execution step are one statement.
 *
 * @throws BAD_USER_INPUT
 */
export function pagesOf(
  ctx: Context<'pool'>,
  projectId: string,
  { filter: given, ...list }: PageList,
): Promise<PageRows<ProjectPage>> {
  const filter: PageFilter = parseInput(filterInput, given);
  const ofLists = readersOf(ctx);
  const key = JSON.stringify([filter, list]);
  const read =
    ofLists.get(key) ?? createBatcher((ids: string[]) => selectPages(ctx, { filter, ...list }, ids), Infinity);
  ofLists.set(key, read);
  return read(projectId);
}

async function selectPages(
  ctx: Context<'pool'>,
  list: PageList,
  projectIds: string[],
): Promise<PageRows<ProjectPage>[]> {
  const select = LIST.with({ list: fragmentOf((add) => textOf(list, add)) });
  const rows = await select.rows(ctx.services.pool, { ids: [...new Set(projectIds)] });
  return projectIds.map((id) => {
    const found = rows.filter(({ projectId }) => projectId === id);
    const shown = found.slice(0, list.range.limit).map(pageOf);
    return { rows: list.range.fromEnd ? shown.reverse() : shown, hasMore: found.length > shown.length };
  });
}

const KINDS = ['production', 'staging', 'development'];
const rankOfKind = (kind: string | null) => (kind === null ? KINDS.length : KINDS.indexOf(kind));

function pageOf({ kinds, ...row }: PageRow): ProjectPage {
  const addresses = row.urls.map((url, index) => ({ url, rank: rankOfKind(kinds[index] ?? null) }));
  addresses.sort((a, b) => a.rank - b.rank || (a.url < b.url ? -1 : 1));
  const hash = createHash('sha256').update(`${row.projectId} ${row.path}`).digest('hex');
  const id = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  return { id, ...row, urls: [...new Set(addresses.map(({ url }) => url))].slice(0, MAX_URLS) };
}
