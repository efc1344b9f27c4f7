import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { requireAdministrator } from '../../core/auth/administrators.ts';
import { searchInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';

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
const MAILS = statement(
  'list-work/mails',
  `SELECT id, recipient, subject, error, created_at AS "createdAt" FROM sent_mails
  WHERE ($recipient?::text IS NULL OR strpos(lower(recipient), lower($recipient)) > 0)
    AND ($failed?::bool IS NULL OR (error IS NOT NULL) = $failed) ${NEWEST}`,
);

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
  return readNewest(ctx, MAILS, page, { recipient: recipient?.trim() || null, failed });
}

/** Each part reads the rows of one page by its partial index. */
const FAILED = statement(
  'list-work/failed',
  `SELECT id, kind AS "kind!", "organizationId", subject, error, created_at AS "createdAt" FROM (
    (SELECT id, 'capture' AS kind,
        (SELECT organization_id FROM projects p WHERE p.id = project_id) AS "organizationId",
        url AS subject, error, created_at
      FROM snapshots WHERE status = 'failed' ${NEWEST})
    UNION ALL
    (SELECT id, 'delivery',
        (SELECT organization_id FROM webhooks w WHERE w.id = webhook_id),
        type, coalesce(error, 'status ' || response_status), created_at
      FROM webhook_deliveries WHERE state = 'exhausted' ${NEWEST})) jobs WHERE true ${NEWEST}`,
).narrow<FailedJob>();

/**
 * Lists captures that failed and deliveries whose attempts are exhausted, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 */
export async function listFailedJobs(ctx: Context<'config' | 'db' | 'pool'>, page: Page): Promise<PageRows<FailedJob>> {
  await requireAdministrator(ctx);
  return readNewest(ctx, FAILED, page);
}
