import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inSavepoint, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { insertEnvironment } from '../../core/environments/create-environment.ts';
import { lockOrganization } from '../../core/organizations/lock-organization.ts';
import { requireOrganizationOrFirst } from '../../core/organizations/require-organization.ts';
import { insertProject } from '../../core/projects/create-project.ts';
import { projectTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { freeSlug, slugOf } from '../../platform/input/slug.ts';
import { assertWithinPlan } from '../../platform/quotas/assert-within-plan.ts';
import {
  emptyImportResult,
  type ImportResult,
  importInBatches,
  inImport,
  type ReadItem,
  recordFailure,
  recordPreview,
} from './import-result.ts';
import { type ImportedProject, readProject } from './read-items.ts';

/** Projects created in one transaction; other additions to the organization wait for it. */
const BATCH = 100;

const importInput = z.object({
  projects: z.array(z.unknown()).max(LIMITS.importedProjects, `must list at most ${LIMITS.importedProjects} projects`),
});

/**
 * Creates projects from a list of websites, each entirely or not at all and never twice. An
 * interrupted import keeps what it has created; repeating it adds the rest. Publishes
 * project.created for each project.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function importProjects(
  ctx: Context<'config' | 'pool' | 'wakeRelay'>,
  args: { organizationId?: string | null; projects: unknown; dryRun?: boolean | null },
): Promise<ImportResult> {
  const organizationId = await requireOrganizationOrFirst(ctx, args.organizationId, 'project.create');
  const { projects }: z.infer<typeof importInput> = parseInput(importInput, args);
  const result = emptyImportResult(args.dryRun ?? false);
  const options = { size: BATCH, read: readProject, nameOf: ({ urlKey }: ImportedProject) => urlKey, show };
  await importInBatches(result, projects, options, (batch) => importBatch(ctx, organizationId, batch, result));
  if (!args.dryRun) ctx.services.wakeRelay();
  return result;
}

const show = ({ name, url }: ImportedProject) => ({ name, url });

function importBatch(
  ctx: Context<'config' | 'pool'>,
  organizationId: string,
  items: ReadItem<ImportedProject>[],
  result: ImportResult,
): Promise<void> {
  return inImport(ctx.services.pool, result.preview !== null, async (sql) => {
    await lockOrganization(sql, ctx, organizationId, 'project.create', 'update');
    const slugs = await slugsOf(sql, organizationId);
    const urlKeys = await urlKeysOf(sql, organizationId, items);
    for (const { index, value } of items) {
      if (urlKeys.has(value.urlKey)) {
        result.skipped += 1;
        recordPreview(result, index, false, show(value));
      } else {
        const slug = freeSlug(slugOf(value.name, 'project'), slugs);
        try {
          await inSavepoint(sql, () => importProject(sql, ctx, organizationId, { ...value, slug }));
          slugs.add(slug);
          result.imported += 1;
          recordPreview(result, index, true, show(value));
        } catch (error) {
          recordFailure(result, index, error);
        }
      }
    }
  });
}

async function importProject(
  sql: Queryable,
  ctx: Context<'config'>,
  organizationId: string,
  { name, url, slug }: ImportedProject & { slug: string },
): Promise<void> {
  await assertWithinPlan(sql, ctx, organizationId, 'projects', 1);
  const project = await insertProject(sql, { organizationId, name, slug });
  await insertEnvironment(sql, { projectId: project.id, name: 'Production', url, kind: 'production' });
  await recordAudit(sql, ctx, { organizationId, action: 'project_created', target: projectTarget(project) });
}

const SLUGS = statement(
  'import-projects/slugs',
  'SELECT slug FROM projects WHERE organization_id = $organizationId AND deleted_at IS NULL',
);

async function slugsOf(sql: Queryable, organizationId: string): Promise<Set<string>> {
  const rows = await SLUGS.rows(sql, { organizationId });
  return new Set(rows.map(({ slug }) => slug));
}

const TAKEN_URLS = statement(
  'import-projects/taken-urls',
  `SELECT DISTINCT e.url_key AS "urlKey" FROM environments e JOIN projects p ON p.id = e.project_id
      WHERE p.organization_id = $organizationId AND p.deleted_at IS NULL AND e.url_key = ANY($urlKeys::text[])`,
);

/** Finds the URLs that environments of the organization already have. */
async function urlKeysOf(sql: Queryable, organizationId: string, items: ReadItem<ImportedProject>[]) {
  const rows = await TAKEN_URLS.rows(sql, { organizationId, urlKeys: items.map(({ value }) => value.urlKey) });
  return new Set(rows.map(({ urlKey }) => urlKey));
}
