import type { Context } from '../../../../context.ts';
import type { Annotation } from '../../../../generated/prisma/client.ts';
import { appLink } from '../../annotations/links.ts';
import { pictureUrlOf } from '../../annotations/pictures/read-picture.ts';
import { requireOrganization } from '../../organizations/require-organization.ts';
import { type OrderPosition, positionOf } from '../annotation-order.ts';
import { readWorkList, workListOf } from '../list-work.ts';
import { restoredFilter } from '../stored-filter.ts';
import { organizationScope } from '../work-list-scope.ts';
import { BOM, csvLine } from './csv.ts';
import type { ExportFormat, ExportRequest } from './export-link.ts';
import { type ReadNames, readNames } from './read-names.ts';

/** Annotations that are read at once; rows end a page earlier if they are large. */
const PAGE = 500;

/** Names and addresses of what annotations refer to. */
interface Referred extends ReadNames {
  link(annotation: Annotation): string;
  picture(annotation: Annotation): string | null;
}

/** Members of an exported annotation: columns of CSV, members of JSON. */
export const MEMBERS: Record<string, (annotation: Annotation, referred: Referred) => string | number | null> = {
  id: ({ id }) => id,
  number: ({ number }) => number,
  project: ({ projectId }, names) => names.project(projectId),
  url: ({ url }) => url,
  content: ({ content }) => content,
  status: ({ status }) => status,
  resolution: ({ status, resolution }) => (status === 'resolved' ? (resolution ?? 'fixed') : null),
  priority: ({ priority }) => priority,
  labels: ({ labelIds }, names) => names.labels(labelIds).join(', '),
  dueOn: ({ dueOn }) => dueOn?.toISOString().slice(0, 10) ?? null,
  assignee: ({ assigneeId }, names) => names.user(assigneeId),
  author: ({ authorName }) => authorName,
  authorEmail: ({ authorEmail }) => authorEmail,
  visibility: ({ visibility }) => visibility,
  source: ({ source }) => source,
  anchorState: ({ anchorState }) => anchorState,
  replies: ({ commentCount }) => commentCount,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  updatedAt: ({ updatedAt }) => updatedAt.toISOString(),
  resolvedAt: ({ resolvedAt }) => resolvedAt?.toISOString() ?? null,
  link: (annotation, referred) => referred.link(annotation),
  pictureUrl: (annotation, referred) => referred.picture(annotation),
};

/** Parts of a file: its start, an annotation, what is between two, and its end. */
interface FileFormat {
  start: string;
  item: (annotation: Annotation, referred: Referred) => string;
  separator: string;
  end: string;
}

const FORMATS: Record<ExportFormat, FileFormat> = {
  csv: {
    start: BOM + csvLine(Object.keys(MEMBERS)),
    item: (annotation, referred) => csvLine(Object.values(MEMBERS).map((read) => read(annotation, referred))),
    separator: '',
    end: '',
  },
  json: {
    start: '[\n',
    item: (annotation, referred) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(MEMBERS).map(([name, read]) => [name, read(annotation, referred)])),
      ),
    separator: ',\n',
    end: '\n]\n',
  },
};

/**
 * Streams the annotations of a requested export. Reads the next page only when the previous one was
 * sent, so that an export takes the memory of a page; rights are those of the member now.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND before the first part
 */
export async function exportAnnotations(
  call: Context<'config' | 'objectUrls' | 'pool'>,
  request: ExportRequest,
  format: ExportFormat,
): Promise<AsyncGenerator<string>> {
  const { user: userId, generation: tokenGeneration, organizationId, filter, order } = request;
  const ctx: typeof call = {
    ...call,
    actor: { kind: 'user', userId, tokenGeneration, expiresAt: Number.POSITIVE_INFINITY },
    // Pages are bounded, and do not add up.
    responseBudget: undefined,
  };
  await requireOrganization(ctx, organizationId, 'annotation.export');
  const scope = await organizationScope(ctx, organizationId);
  const list = workListOf(scope, { filter: restoredFilter(filter), orderBy: order });
  const { start, item, separator, end } = FORMATS[format];

  return (async function* parts() {
    yield start;
    let after: OrderPosition | undefined;
    for (let isFirst = true; ; isFirst = false) {
      const { rows, hasMore } = await readWorkList(ctx, list, { limit: PAGE, after });
      const referred: Referred = {
        ...(await readNames(ctx, rows)),
        link: (annotation) => appLink(annotation, ctx.services.config.http.baseUrl),
        picture: (annotation) => pictureUrlOf(ctx, annotation),
      };
      if (rows.length > 0) {
        yield (isFirst ? '' : separator) + rows.map((annotation) => item(annotation, referred)).join(separator);
      }
      const last = rows.at(-1);
      if (!hasMore || !last) break;
      after = positionOf(order, scope.audience, last);
    }
    yield end;
  })();
}
