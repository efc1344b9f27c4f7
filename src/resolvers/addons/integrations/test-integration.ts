import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { OutboundError } from '../../../infrastructure/outbound/outbound-error.ts';
import { connect } from './connect.ts';
import { ProviderError } from './providers/provider-error.ts';
import { requireIntegration } from './require-integration.ts';

/** A test answers sooner than its caller gives up. */
const DEADLINE_MS = 20_000;

/** What came of a test. */
export interface IntegrationTest {
  ok: boolean;
  /** What would be written to, or what went wrong and what to do. */
  message: string;
  /** HTTP status of the provider's refusal. */
  status: number | null;
}

/**
 * Asks the provider whether the integration could write: of trackers it reads the place, into channels it posts a message.
 * @throws FORBIDDEN, NOT_FOUND
 */
export async function testIntegration(ctx: Context, id: string): Promise<IntegrationTest> {
  const integration = await requireIntegration(ctx, id);
  const { rows } = await ctx.services.pool.query<{ secret: string }>('SELECT secret FROM webhooks WHERE id = $1', [id]);
  const [row] = rows;
  if (!row) throw notFound('Integration');
  const connection = connect(ctx, { ...integration, ...row }, AbortSignal.timeout(DEADLINE_MS));
  try {
    const place = connection.kind === 'channel' ? connection.channel : connection.tracker;
    return { ok: true, message: await place.check(), status: null };
  } catch (error) {
    if (error instanceof ProviderError) return { ok: false, message: error.message, status: error.status };
    if (error instanceof OutboundError) return { ok: false, message: error.message, status: null };
    throw error;
  }
}
