import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { OutboundError } from '../../../infrastructure/outbound/outbound-error.ts';
import { connect } from './connect.ts';
import { ProviderError } from './providers/provider-error.ts';
import { requireIntegration } from './require-integration.ts';

/** Shorter than the usual timeout of HTTP clients. */
const DEADLINE_MS = 20_000;

/** Result of a test. */
export interface IntegrationTest {
  ok: boolean;
  /** Description of the location, or the error and how to fix it. */
  message: string;
  /** HTTP status of the provider's error response. */
  status: number | null;
}

const FIND = statement('test-integration/find', 'SELECT secret FROM webhooks WHERE id = $id');

/**
 * Tests the connection to the provider. Reads the location of a tracker; posts a message to a
 * channel.
 *
 * @throws FORBIDDEN, NOT_FOUND
 */
export async function testIntegration(
  ctx: Context<'outbound' | 'pool' | 'secretBox'>,
  id: string,
): Promise<IntegrationTest> {
  const integration = await requireIntegration(ctx, id, 'integration.manage');
  const row = await FIND.first(ctx.services.pool, { id });
  if (!row) throw notFound('Integration');
  const connection = connect(ctx, { ...integration, ...row }, AbortSignal.timeout(DEADLINE_MS));
  try {
    const target = connection.kind === 'channel' ? connection.channel : connection.tracker;
    return { ok: true, message: await target.check(), status: null };
  } catch (error) {
    if (error instanceof ProviderError) return { ok: false, message: error.message, status: error.status };
    if (error instanceof OutboundError) return { ok: false, message: error.message, status: null };
    throw error;
  }
}
