import type { Context } from '../../context.ts';
import type { IntegrationRow } from '../addons/integrations/integration.ts';
import { PROVIDERS } from '../addons/integrations/providers/index.ts';

/** Where a tracker posts its changes to; null for what tells nothing back. */
export const inboundUrlOf = (ctx: Context, { id, provider }: Pick<IntegrationRow, 'id' | 'provider'>): string | null =>
  PROVIDERS[provider].kind === 'tracker' ? `${ctx.services.config.http.baseUrl}/integrations/${id}/inbound` : null;
