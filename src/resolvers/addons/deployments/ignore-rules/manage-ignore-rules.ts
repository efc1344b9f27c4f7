import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { badField, conflict, notFound } from '../../../../errors.ts';
import { type IgnoreRule, Prisma } from '../../../../generated/prisma/client.ts';
import { isId, newId } from '../../../../infrastructure/database/ids.ts';
import { deleteRow } from '../../../../infrastructure/database/rows.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../../infrastructure/database/transaction.ts';
import { requireProject } from '../../../core/projects/require-project.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { withIdempotencyKey } from '../../../platform/idempotency/with-idempotency-key.ts';
import { normalizeUrl } from '../../../platform/input/page-url.ts';
import { parseInput } from '../../../platform/input/parse-input.ts';
import { EMPTY, storableText } from '../../../platform/input/storable-text.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../../platform/pagination/cursor-page.ts';
import { requireUser, viaOf } from '../../../platform/policies/access.ts';
import { guard, ofProject } from '../../../platform/policies/require-row.ts';
import { selectList } from '../../../platform/sql/select-list.ts';
import { oneLine } from '../../../platform/text/plain-text.ts';
import { selectorInput } from '../../comparisons/comparison-input.ts';
import { assertEnvironmentOf } from '../assert-environment.ts';

/** Max rules of a project that have not expired: as many as a comparison may ignore. */
export const MAX_RULES = 50;
const MAX_REASON = 255;
const MAX_PATH = 2_048;

const ruleInput = z.object({
  projectId: z.string(),
  environmentId: z.string().refine(isId, 'must be a UUID').nullish(),
  page: storableText(MAX_PATH)
    .refine((path) => path.startsWith('/'), 'must be a path that starts with /')
    .nullish(),
  selector: selectorInput,
  reason: storableText(MAX_REASON)
    .transform(oneLine)
    .refine((text) => text !== '', EMPTY),
  expiresAt: z.date().nullish(),
});

const COLUMNS = selectList(Prisma.IgnoreRuleScalarFieldEnum, { alias: 'i' });

const INSERT = statement(
  'manage-ignore-rules/insert',
  `WITH i AS (
    INSERT INTO ignore_rules (id, project_id, environment_id, path, selector, reason, expires_at, author_id, via)
    SELECT $id, $projectId::uuid, $environmentId?, $path?, $selector, $reason, $expiresAt?, $userId, $via?
     WHERE (SELECT count(*) FROM ignore_rules WHERE project_id = $projectId AND (expires_at IS NULL OR expires_at > now())) < ${MAX_RULES}
    RETURNING *
  )
  SELECT ${COLUMNS} FROM i`,
);

const requireRule = guard('manage-ignore-rules/for-user', {
  what: 'Rule',
  columns: `${COLUMNS}, p.organization_id AS "organizationId"`,
  from: `ignore_rules i ${ofProject('i.project_id')}`,
  where: 'i.id = $id',
});

const nameOf = ({ selector, path }: Pick<IgnoreRule, 'selector' | 'path'>) =>
  path === null ? selector : `${selector} on ${path || '/'}`;

/**
 * Lets comparisons with baselines ignore an element, with a reason and until a time.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT for a project that has the maximum number of rules
 */
export async function createIgnoreRule(ctx: Context<'pool'>, args: unknown): Promise<IgnoreRule> {
  const userId = requireUser(ctx);
  const input: z.infer<typeof ruleInput> = parseInput(ruleInput, args);
  const { projectId, environmentId = null, page, selector, reason, expiresAt = null } = input;
  const { organizationId } = await requireProject(ctx, projectId, 'review.write');
  if (expiresAt && expiresAt.getTime() <= Date.now()) throw badField('expiresAt', 'must be in the future');
  await assertEnvironmentOf(ctx, projectId, environmentId);
  const path = page == null ? null : pathOf(page);
  const request = { client: `user:${userId}`, operation: 'createIgnoreRule', input, inSteps: true } as const;
  return withIdempotencyKey(ctx, request, async (sql) => {
    const values = {
      id: newId(),
      projectId,
      environmentId,
      path,
      selector,
      reason,
      expiresAt,
      userId,
      via: viaOf(ctx),
    };
    const rule = await INSERT.first(sql, values);
    if (!rule)
      throw conflict(`The project has ${MAX_RULES} rules that have not expired, the maximum; delete one first`);
    const target = { type: 'ignore_rule', id: rule.id, name: nameOf(rule) };
    await recordAudit(sql, ctx, { organizationId, action: 'ignore_rule_created', target });
    return rule;
  });
}

/** Normalized path below an environment's address; empty for the address itself. */
const pathOf = (page: string): string =>
  normalizeUrl(`https://page.invalid${page}`).slice('https://page.invalid'.length);

const LIST = statement(
  'manage-ignore-rules/list',
  `SELECT ${COLUMNS} FROM ignore_rules i WHERE project_id = $projectId ${NEWEST}`,
);

/**
 * Lists the rules of a project, newest first, also those that have expired.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function listIgnoreRules(
  ctx: Context<'pool'>,
  projectId: string,
  page: Page,
): Promise<PageRows<IgnoreRule>> {
  const { id } = await requireProject(ctx, projectId, 'snapshot.read');
  return readNewest(ctx, LIST, page, { projectId: id });
}

/**
 * Deletes a rule.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function deleteIgnoreRule(ctx: Context<'pool'>, id: string): Promise<{ id: string }> {
  const rule = await requireRule(ctx, id, 'review.write');
  const { organizationId } = rule;
  await inTransaction(ctx.services.pool, async (sql) => {
    if (!(await deleteRow(sql, 'ignore_rules', id))) throw notFound('Rule');
    const target = { type: 'ignore_rule', id, name: nameOf(rule) };
    await recordAudit(sql, ctx, { organizationId, action: 'ignore_rule_deleted', target });
  });
  return { id };
}
