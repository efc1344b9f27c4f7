import type { Context } from '../../../context.ts';
import { type IntegrationRecord, integrationRecord } from './integration.ts';
import { requireIntegration } from './require-integration.ts';

/** @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
export const getIntegration = async (ctx: Context<'pool'>, id: string): Promise<IntegrationRecord> =>
  integrationRecord(ctx, await requireIntegration(ctx, id, 'integration.manage'));
