import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { AppError, badField } from '../../../../errors.ts';
import { AnnotationOrder } from '../../../../generated/prisma/client.ts';
import { MINUTE_MS } from '../../../../lib/durations.ts';
import { requireToken } from '../../../platform/policies/access.ts';
import { requireOrganization } from '../../organizations/require-organization.ts';
import { storedFilter } from '../stored-filter.ts';

const VALID_MS = 5 * MINUTE_MS;
/** Longest request of an export; the URL stays below the limits of proxies. */
const MAX_BYTES = 4_096;

/** Formats of an export. */
export const EXPORT_FORMATS = ['csv', 'json'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const requestInput = z.object({
  user: z.string(),
  generation: z.number(),
  organizationId: z.string(),
  filter: z.object({}).loose(),
  order: z.enum(AnnotationOrder),
});

/** An export that a member requested. */
export type ExportRequest = z.infer<typeof requestInput>;

const pathOf = (request: string, format: string): string => `/exports/${request}/annotations.${format}`;

/** Path of an export: the encoded request, and the format. */
export const EXPORT_PATH = new RegExp(`^${pathOf('([\\w-]+)', `(${EXPORT_FORMATS.join('|')})`)}$`);

/**
 * Creates a link to an export for the member, who needs no header to open it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function createExportLink(
  ctx: Context<'config' | 'links' | 'pool'>,
  args: {
    organizationId: string;
    filter?: object | null;
    orderBy?: AnnotationOrder | null;
    format: ExportFormat;
  },
): Promise<{ url: string }> {
  await requireOrganization(ctx, args.organizationId, 'annotation.export', { field: 'organizationId' });
  const { userId, tokenGeneration } = requireToken(ctx);
  const order = args.orderBy ?? 'newest';
  if (order === 'rank') throw badField('orderBy', 'rank orders one project only; choose another order for an export');
  const request: ExportRequest = {
    user: userId,
    generation: tokenGeneration,
    organizationId: args.organizationId,
    filter: storedFilter(args.filter),
    order,
  };
  const text = JSON.stringify(request);
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw badField(
      'filter',
      `must have at most ${MAX_BYTES} bytes as JSON for an export; use fewer items`,
      'out_of_range',
    );
  }
  const path = pathOf(Buffer.from(text).toString('base64url'), args.format);
  return { url: ctx.services.config.http.baseUrl + ctx.services.links.sign(path, VALID_MS) };
}

/**
 * Reads the request of a signed link.
 *
 * @throws UNAUTHENTICATED for an invalid or expired signature
 */
export function readExportLink(
  ctx: Context<'links'>,
  { request, format, query }: { request: string; format: string; query: URLSearchParams },
): ExportRequest {
  if (!ctx.services.links.verify(pathOf(request, format), query)) {
    throw new AppError('UNAUTHENTICATED', 'This link is invalid or has expired; request another export');
  }
  return requestInput.parse(JSON.parse(Buffer.from(request, 'base64url').toString()));
}
