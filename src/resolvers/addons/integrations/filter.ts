import { z } from 'zod';
import { AnnotationStatus } from '../../../generated/prisma/client.ts';
import { trimTrailing } from '../../../lib/trim-trailing.ts';

/**
 * Annotations that an integration receives. Every member that is present must match; without any,
 * all annotations do. Stored as JSON, so that further members need no migration.
 */
export interface IntegrationFilter {
  statuses?: AnnotationStatus[];
  /** Paths of pages: `/cart`, or all that begin with `/docs/`, as `/docs/*`. */
  pages?: string[];
}

const MAX_PAGES = 50;

const pageInput = z
  .string()
  .max(500, 'must have at most 500 characters')
  .regex(/^\/[^\s?#*]*\*?$/, 'must be a path, such as /cart, or the start of paths, such as /docs/*')
  .transform((page) => trimTrailing(new URL(`https://page.invalid${page}`).pathname, '/') || '/');

const EMPTY = 'must name at least one; omit it for all';

/** Input of a filter; null and absent members select all. */
export const filterInput = z
  .object({
    statuses: z.array(z.enum(AnnotationStatus)).min(1, EMPTY).nullish(),
    pages: z.array(pageInput).min(1, EMPTY).max(MAX_PAGES, `must name at most ${MAX_PAGES}`).nullish(),
  })
  .transform(
    ({ statuses, pages }): IntegrationFilter => ({
      ...(statuses && { statuses: [...new Set(statuses)] }),
      ...(pages && { pages: [...new Set(pages)] }),
    }),
  );

/** Path of the normalized URL of the annotation `a`; `/` for the root. */
const PATH = `coalesce(nullif(substring(a.url_key FROM '^[^:]+://[^/?#]*([^?#]*)'), ''), '/')`;

/**
 * SQL condition: the annotation `a` matches a filter.
 *
 * @param filter expression of the JSON
 */
export const matchesFilter = (filter: string): string => `(
    (NOT ${filter} ? 'statuses' OR ${filter} -> 'statuses' ? a.status::text)
    AND (NOT ${filter} ? 'pages' OR EXISTS (
      SELECT FROM jsonb_array_elements_text(${filter} -> 'pages') AS filtered(page)
       WHERE CASE WHEN right(page, 1) = '*' THEN starts_with(${PATH}, left(page, -1)) ELSE ${PATH} = page END)))`;
