import type { Context } from '../../context.ts';
import { type IntegrationRecord, recordOf } from '../addons/integrations/integration.ts';
import { requireIntegration } from '../addons/integrations/require-integration.ts';

/** One integration. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
export const getIntegration = async (ctx: Context, id: string): Promise<IntegrationRecord> =>
  recordOf(ctx, await requireIntegration(ctx, id));
