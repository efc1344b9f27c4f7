import type { Context } from '../../context.ts';
import type { Role } from '../../generated/prisma/client.ts';
import { VIEW_DAYS, viewsOfPage } from '../../resolvers/addons/collection/page-views.ts';
import { audienceFor } from '../../resolvers/core/annotations/visibility.ts';
import { CONSIDERED, latestSnapshotsOf, MAX_LATEST } from '../../resolvers/core/pages/latest-snapshots.ts';
import { MAX_URLS, type PageFilter, type ProjectPage, pagesOf } from '../../resolvers/core/pages/list-pages.ts';
import {
  decodePageCursor,
  type PageOrder,
  type PagePosition,
  pageCursor,
} from '../../resolvers/core/pages/page-order.ts';
import { requireProject } from '../../resolvers/core/projects/require-project.ts';
import { grantOf } from '../../resolvers/platform/policies/access.ts';
import { requireRelated } from '../../resolvers/platform/policies/related-access.ts';
import { can } from '../../resolvers/platform/policies/roles.ts';
import { builder } from '../builder.ts';
import { resolveOrderedConnection } from '../connection.ts';
import { maxItems } from '../constraints.ts';
import { parentId } from '../id-arguments.ts';
import { ofViewer, operation } from '../operation.ts';
import { ProjectType } from '../projects/project-type.ts';
import { connectionOf } from '../related.ts';
import { SnapshotType } from '../snapshots/snapshot-type.ts';

const PageType = builder.objectRef<ProjectPage>('Page').implement({
  description:
    'A page of a project that has annotations or completed snapshots: the same path in all environments, or an address ' +
    'of no environment.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID, the same for project and path at all times.' }),
    projectId: t.exposeID('projectId', { description: 'UUID of the project.' }),
    path: t.exposeString('path', {
      description:
        'Path relative to the environment, with query and route; the normalized URL if the page belongs to none.',
    }),
    url: t.string({
      description: 'Normalized URL, in production if there is one.',
      resolve: ({ urls: [url = ''] }) => url,
    }),
    urls: t.exposeStringList('urls', {
      description: `Normalized URLs in all environments, production first, at most ${MAX_URLS}.`,
      extensions: maxItems(MAX_URLS),
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'Title in the newest snapshot; null without one, and without the right to read snapshots.',
    }),
    open: t.exposeInt('open', { description: 'Number of open annotations that the reader can see.' }),
    inProgress: t.exposeInt('inProgress', { description: 'Number of annotations in progress.' }),
    resolved: t.exposeInt('resolved', { description: 'Number of resolved annotations.' }),
    orphaned: t.exposeInt('orphaned', {
      description: 'Number of unresolved annotations whose element was not found by the last re-anchoring.',
    }),
    newestAt: t.expose('newestAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Creation time of the newest annotation; null without annotations.',
    }),
    latestSnapshots: t.field({
      type: [SnapshotType],
      nullable: true,
      description:
        `Latest completed snapshot of each environment, viewport and scale, the newest first, at most ${MAX_LATEST}, among ` +
        `the last ${CONSIDERED} of each URL.`,
      extensions: { ...ofViewer('snapshot.read'), ...maxItems(MAX_LATEST) },
      resolve: async (page, _args, ctx) => {
        await requireRelated(ctx, page, 'snapshot.read', 'Project');
        return latestSnapshotsOf(ctx, page);
      },
    }),
    views: t.float({
      nullable: true,
      description: `Number of page views in the last ${VIEW_DAYS} days, UTC.`,
      extensions: ofViewer('activity.read'),
      resolve: async (page, _args, ctx) => {
        await requireRelated(ctx, page, 'activity.read', 'Project');
        return viewsOfPage(ctx, page);
      },
    }),
  }),
});

const PageOrderEnum = builder.enumType('PageOrder', {
  description: 'Order of pages; those that are equal by path.',
  values: {
    path: { description: 'By path.' },
    open: { description: 'Most open annotations first.' },
    orphaned: { description: 'Most orphaned annotations first.' },
    newest: { description: 'By the newest annotation; pages without one last.' },
  } as const,
});

const PAGES = connectionOf(PageType, 'Page', 'pages', 'A page');

const pageArgs = builder.args((t) => ({
  text: t.string({
    description: 'Only pages whose path contains this text, whatever the case, at most 254 characters.',
  }),
  url: t.string({
    description: 'Only the page with this URL, in any environment; URLs are compared as in the list of annotations.',
  }),
  environmentId: t.id({ description: 'Only pages of this environment, and their counts in it.' }),
  orphanedOnly: t.boolean({ description: 'Only pages with orphaned annotations. Default: false.' }),
  orderBy: t.field({ type: PageOrderEnum, description: 'Order. Default: path.' }),
}));

interface ListArgs extends PageFilter {
  orderBy?: PageOrder | null;
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
}

/** Reads one list of the pages of a project for a member with this role. */
function resolvePages(ctx: Context, projectId: string, role: Role, { orderBy, ...args }: ListArgs) {
  const { text, url, environmentId, orphanedOnly } = args;
  const order = orderBy ?? 'path';
  const readsSnapshots = can(role, 'snapshot.read') && (grantOf(ctx)?.actions.has('snapshot.read') ?? true);
  const list = {
    filter: { text, url, environmentId, orphanedOnly },
    order,
    reader: { audience: audienceFor(role), readsSnapshots },
  };
  return resolveOrderedConnection<ProjectPage, PagePosition>(
    args,
    (range) => pagesOf(ctx, projectId, { ...list, range }),
    {
      encode: ({ key, path }) => pageCursor({ order, key, path }),
      decode: (cursor, argument) => decodePageCursor(cursor, order, argument),
    },
  ) as never;
}

builder.queryField('pages', (t) =>
  t.connection(
    {
      type: PageType,
      nullable: true,
      description: 'Pages of a project with annotations or snapshots. Guests get those with public annotations.',
      args: { projectId: t.arg.id(parentId('project')), ...pageArgs },
      extensions: operation({
        rest: { method: 'GET', path: '/v1/projects/:projectId/pages', envelope: 'list', tag: 'Projects' },
        needs: 'annotation.read',
        acceptsTokens: true,
      }),
      resolve: async (_root, { projectId, ...args }, ctx) => {
        const project = await requireProject(ctx, projectId, 'annotation.read');
        return resolvePages(ctx, project.id, project.role, args);
      },
    },
    ...PAGES,
  ),
);

builder.objectField(ProjectType, 'pages', (t) =>
  t.connection(
    {
      type: PageType,
      nullable: true,
      description: 'Pages of the project with annotations or snapshots. Guests get those with public annotations.',
      args: pageArgs,
      extensions: ofViewer('annotation.read'),
      resolve: async ({ id, organizationId }, args, ctx) => {
        const role = await requireRelated(ctx, { organizationId, projectId: id }, 'annotation.read', 'Project');
        return resolvePages(ctx, id, role, args);
      },
    },
    ...PAGES,
  ),
);
