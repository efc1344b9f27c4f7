import { z } from 'zod';
import { badField } from '../../../errors.ts';
import { AnnotationStatus, Priority } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { trimTrailing } from '../../../lib/trim-trailing.ts';
import { LIMITS } from '../../platform/input/limits.ts';

/**
 * Annotations that an integration receives. Every member that is present must match; without any,
 * all annotations do. Stored as JSON, so that further members need no migration.
 */
export interface IntegrationFilter {
  statuses?: AnnotationStatus[];
  /** Paths of pages: `/cart`, or all that begin with `/docs/`, as `/docs/*`. */
  pages?: string[];
  /** Labels of the project. The annotation has at least one of them. */
  labelIds?: string[];
  priorities?: Priority[];
}

const MAX_PAGES = 50;

const pageInput = z
  .string()
  .max(500, 'must have at most 500 characters')
  .regex(/^\/[^\s?#*]*\*?$/, 'must be a path, such as /cart, or the start of paths, such as /docs/*')
  .transform((page) => trimTrailing(new URL(`https://page.invalid${page}`).pathname, '/') || '/');

const labelInput = z
  .string()
  .refine(isId, 'must be a UUID')
  .transform((id) => id.toLowerCase());

const EMPTY = 'must name at least one; omit it for all';

/** Input of a filter; null and absent members select all. */
export const filterInput = z
  .object({
    statuses: z.array(z.enum(AnnotationStatus)).min(1, EMPTY).nullish(),
    pages: z.array(pageInput).min(1, EMPTY).max(MAX_PAGES, `must name at most ${MAX_PAGES}`).nullish(),
    labelIds: z
      .array(labelInput)
      .min(1, EMPTY)
      .max(LIMITS.filterItems, `must name at most ${LIMITS.filterItems}`)
      .nullish(),
    priorities: z.array(z.enum(Priority)).min(1, EMPTY).nullish(),
  })
  .transform(
    ({ statuses, pages, labelIds, priorities }): IntegrationFilter => ({
      ...(statuses && { statuses: [...new Set(statuses)] }),
      ...(pages && { pages: [...new Set(pages)] }),
      ...(labelIds && { labelIds: [...new Set(labelIds)] }),
      ...(priorities && { priorities: [...new Set(priorities)] }),
    }),
  );

const FOREIGN_LABELS = statement(
  'filter/foreign-labels',
  `SELECT FROM unnest($labelIds::uuid[]) AS given(id)
  WHERE NOT EXISTS (SELECT FROM labels l WHERE l.id = given.id AND l.project_id = $projectId)`,
);

/** @throws BAD_USER_INPUT for a label of another project, and for one that does not exist */
export async function assertLabelsOfProject(
  sql: Queryable,
  { labelIds }: IntegrationFilter,
  projectId: string,
): Promise<void> {
  if (!labelIds) return;
  const { rowCount } = await FOREIGN_LABELS.run(sql, { labelIds, projectId });
  if (rowCount !== 0) throw badField('filter.labelIds', 'must be labels of the project');
}

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
       WHERE CASE WHEN right(page, 1) = '*' THEN starts_with(${PATH}, left(page, -1)) ELSE ${PATH} = page END))
    AND (NOT ${filter} ? 'priorities' OR ${filter} -> 'priorities' ? a.priority::text)
    AND (NOT ${filter} ? 'labelIds' OR EXISTS (
      SELECT FROM labels l WHERE l.id = ANY(a.label_ids) AND l.project_id = a.project_id
         AND ${filter} -> 'labelIds' ? l.id::text)))`;
