import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { requireAdministrator } from '../../core/auth/administrators.ts';
import { searchInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { type Page, type PageRows, pageClause, pageRows } from '../../platform/pagination/cursor-page.ts';

/** Outcome of a mail. */
export interface MailRecord {
  id: string;
  recipient: string;
  subject: string;
  /** Null if the mail server accepted the mail. */
  error: string | null;
  createdAt: Date;
}

export const FAILED_JOB_KINDS = ['capture', 'delivery'] as const;

/** A capture that failed, or a delivery whose attempts are exhausted. */
export interface FailedJob {
  /** Id of the snapshot or the delivery. */
  id: string;
  kind: (typeof FAILED_JOB_KINDS)[number];
  organizationId: string;
  /** URL of the page, or type of the event. */
  subject: string;
  error: string | null;
  /** Time of the request. */
  createdAt: Date;
}

const mailFilter = z.object({ recipient: searchInput.nullish(), failed: z.boolean().nullish() });

/** A parameter that is null does not filter. */
const MAILS = `SELECT id, recipient, subject, error, created_at AS "createdAt" FROM sent_mails
  WHERE ($1::text IS NULL OR strpos(lower(recipient), lower($1)) > 0)
    AND ($2::bool IS NULL OR (error IS NOT NULL) = $2)`;

/**
 * Lists the mails of the last 30 days, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
 */
export async function listMails(
  ctx: Context<'config' | 'db' | 'pool'>,
  args: z.infer<typeof mailFilter>,
  page: Page,
): Promise<PageRows<MailRecord>> {
  await requireAdministrator(ctx);
  const { recipient, failed } = parseInput(mailFilter, args);
  const clause = pageClause(page, 'desc', 3);
  const { rows } = await ctx.services.pool.query<MailRecord>(`${MAILS} ${clause.where} ${clause.orderAndLimit}`, [
    recipient?.trim() || null,
    failed ?? null,
    ...clause.values,
  ]);
  return pageRows(rows, page);
}

/** Each part reads the rows of one page by its partial index. */
const FAILED = [
  `SELECT id, 'capture' AS kind,
      (SELECT organization_id FROM projects p WHERE p.id = project_id) AS "organizationId",
      url AS subject, error, created_at
    FROM snapshots WHERE status = 'failed'`,
  `SELECT id, 'delivery' AS kind,
      (SELECT organization_id FROM webhooks w WHERE w.id = webhook_id) AS "organizationId",
      type AS subject, coalesce(error, 'status ' || response_status) AS error, created_at
    FROM webhook_deliveries WHERE state = 'exhausted'`,
];

/**
 * Lists captures that failed and deliveries whose attempts are exhausted, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 */
export async function listFailedJobs(ctx: Context<'config' | 'db' | 'pool'>, page: Page): Promise<PageRows<FailedJob>> {
  await requireAdministrator(ctx);
  const clause = pageClause(page, 'desc', 1);
  const parts = FAILED.map((part) => `(${part} ${clause.where} ${clause.orderAndLimit})`);
  const { rows } = await ctx.services.pool.query<FailedJob>(
    `SELECT id, kind, "organizationId", subject, error, created_at AS "createdAt"
      FROM (${parts.join(' UNION ALL ')}) jobs ${clause.orderAndLimit}`,
    clause.values,
  );
  return pageRows(rows, page);
}
