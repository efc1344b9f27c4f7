import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { badField, conflict, notFound } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import { connect } from './connect.ts';
import { INTEGRATION_COLUMNS, type IntegrationRow, type LinkedIssue } from './integration.ts';
import { IssueBusy } from './outbound/issue-rows.ts';
import { loadRequested } from './outbound/load-subject.ts';
import { syncIssue } from './outbound/sync-issue.ts';
import { PROVIDERS } from './providers/index.ts';
import { withClientErrors } from './providers/provider-client-error.ts';

/** Shorter than the usual timeout of HTTP clients, and than the lease of an issue. */
const DEADLINE_MS = 20_000;
/** Delay and number of tries while another request or event writes to the issue. */
const BUSY_MS = 250;
const BUSY_TRIES = 40;

const FIND = statement(
  'create-issue/find',
  `SELECT ${INTEGRATION_COLUMNS} FROM integrations i JOIN webhooks w ON w.id = i.id
  WHERE i.id = $id AND i.project_id = $projectId AND i.deleted_at IS NULL`,
).narrow<Pick<IntegrationRow, 'notify' | 'settings' | 'filter'>>();

const LINKS = statement(
  'create-issue/links',
  'SELECT external_issues AS links FROM annotations WHERE id = $annotationId AND deleted_at IS NULL',
).narrow<{ links: unknown }>();

/**
 * Creates the issue of an annotation in a tracker, whatever the filter of the integration. Returns
 * the existing issue if there is one.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT, RATE_LIMITED for the provider's errors, and while the integration is disabled
 */
export async function createIssue(
  ctx: Context<'config' | 'objectUrls' | 'outbound' | 'pool' | 'secretBox' | 'wakeRelay'>,
  { annotationId, integrationId }: { annotationId: string; integrationId: string },
): Promise<LinkedIssue> {
  const annotation = await requireAnnotation(ctx, annotationId, 'issue.create');
  const integration = await findIntegration(ctx, integrationId, annotation.projectId);
  const { label, kind } = PROVIDERS[integration.provider];
  if (kind === 'channel') throw badField('integrationId', `${label} has no issues; choose an issue tracker`);
  const existing = linkTo(annotation.externalIssues, integrationId);
  if (existing) return existing;
  if (!integration.enabled) throw conflict('The integration is disabled; enable it, then send this again');
  if (annotation.visibility === 'internal' && !integration.includeInternal) {
    throw badField(
      'annotationId',
      'the annotation is internal, and the integration does not include internal comments; set its includeInternal',
    );
  }
  await withClientErrors(label, () => createWhenFree(ctx, annotationId, integrationId));
  const row = await LINKS.first(ctx.services.pool, { annotationId });
  const created = linkTo(row?.links, integrationId);
  if (!created) throw notFound('Annotation');
  return created;
}

async function findIntegration(ctx: Context<'pool'>, id: string, projectId: string): Promise<IntegrationRow> {
  if (!isId(id)) throw badField('integrationId', 'must be a UUID');
  const integration = await FIND.first(ctx.services.pool, { id, projectId });
  if (!integration) throw notFound('Integration');
  return integration;
}

const linkTo = (links: unknown, integrationId: string): LinkedIssue | undefined =>
  (links as LinkedIssue[] | undefined)?.find((link) => link.integrationId === integrationId);

async function createWhenFree(
  ctx: Context<'config' | 'objectUrls' | 'outbound' | 'pool' | 'secretBox' | 'wakeRelay'>,
  annotationId: string,
  integrationId: string,
): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  for (let tries = 1; ; tries += 1) {
    const loaded = await loadRequested(ctx, integrationId, annotationId);
    if (!loaded) throw notFound('Annotation');
    const connection = connect(ctx, loaded.integration, signal);
    if (connection.kind === 'channel') return;
    try {
      return await syncIssue(ctx, connection, integrationId, loaded.subject, { replacesDeleted: true });
    } catch (error) {
      if (!(error instanceof IssueBusy)) throw error;
      if (tries === BUSY_TRIES) throw conflict('The issue is being written; send this again in half a minute');
      await wait(BUSY_MS);
    }
  }
}
