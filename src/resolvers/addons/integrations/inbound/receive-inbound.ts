import { createHash } from 'node:crypto';
import { ZodError } from 'zod';
import type { Context } from '../../../../context.ts';
import { AppError, badInput, notFound } from '../../../../errors.ts';
import { isId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { MINUTE_MS } from '../../../../lib/durations.ts';
import { networkOf } from '../../../../lib/network-of.ts';
import { assertBelow, type CallLimit, countAgainst } from '../../../platform/quotas/call-limits.ts';
import { openCredentialsIfReadable } from '../credentials.ts';
import { INTEGRATION_COLUMNS, type IntegrationRow } from '../integration.ts';
import { PROVIDERS } from '../providers/index.ts';
import type { Inbound, InboundCall, InboundChange } from '../providers/provider.ts';
import { applyChange, type InboundResult } from './apply-change.ts';

/**
 * Limit for calls with a wrong signature only, because trackers do not retry rejected calls. It is
 * per integration, because a tracker uses the same addresses for all customers.
 */
const INVALID_SIGNATURES: CallLimit = { what: 'calls with a wrong signature', limit: 60, windowMs: MINUTE_MS };

const LOAD = statement(
  'receive-inbound/load',
  `SELECT ${INTEGRATION_COLUMNS}, w.secret
  FROM integrations i JOIN webhooks w ON w.id = i.id JOIN projects p ON p.id = i.project_id AND p.deleted_at IS NULL
  WHERE i.id = $id AND i.deleted_at IS NULL`,
).narrow<Pick<IntegrationRow, 'notify' | 'settings' | 'filter'>>();

/**
 * Handles a webhook call of a tracker about an issue. Ignores repeated calls and echoes of
 * Pinbound's own changes.
 *
 * @throws NOT_FOUND also for an integration without inbound calls
 * @throws UNAUTHENTICATED for a wrong signature
 * @throws BAD_USER_INPUT for a payload in another format
 * @throws RATE_LIMITED after many wrong signatures
 * @throws UNAVAILABLE if the secret cannot be decrypted
 */
export async function receiveInbound(
  ctx: Context<'pool' | 'rateLimitStore' | 'secretBox' | 'wakeRelay'>,
  id: string,
  call: InboundCall,
): Promise<{ result: InboundResult }> {
  const identity = `inbound:${id.toLowerCase()}:${networkOf(ctx.ip)}`;
  await assertBelow(ctx, identity, INVALID_SIGNATURES);
  const found = isId(id) ? await LOAD.first(ctx.services.pool, { id }) : undefined;
  const provider = found && PROVIDERS[found.provider];
  if (!found || provider?.kind !== 'tracker') throw notFound('Integration');
  const credentials = openCredentialsIfReadable(ctx.services.secretBox, id, found.secret);
  if (!credentials) throw new AppError('UNAVAILABLE', UNREADABLE, { retryAfterSeconds: RETRY_AFTER });
  const { inboundSecret } = credentials;
  const problem = inboundSecret ? provider.inbound.verify(call, inboundSecret, Date.now()) : NO_SECRET;
  if (problem) {
    await countAgainst(ctx, identity, INVALID_SIGNATURES);
    throw new AppError('UNAUTHENTICATED', problem);
  }
  const change = readChange(provider, call);
  if (!change || !found.enabled) return { result: 'ignored' };
  const hash = createHash('sha256').update(call.body).digest('hex');
  return { result: await applyChange(ctx, found, { ...change, hash }) };
}

/** In seconds. */
const RETRY_AFTER = 600;
const UNREADABLE =
  'The secret of this integration cannot be read, so the signature cannot be checked; set a new secret with PATCH /integrations/{id}';
const NO_SECRET =
  'This integration has no secret for inbound calls; set the one that the tracker shows with PATCH /integrations/{id}';

function readChange(
  { label, inbound }: { label: string; inbound: Inbound },
  call: InboundCall,
): InboundChange | undefined {
  try {
    return inbound.read(call, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.body)));
  } catch (error) {
    if (error instanceof ZodError) {
      const paths = error.issues.map(({ path }) => path.join('.')).filter(Boolean);
      throw badInput(`The body is not a ${label} payload${paths.length > 0 ? `; check ${paths.join(', ')}` : ''}`);
    }
    throw badInput(`The body is not JSON; set the content type of the ${label} webhook to application/json`);
  }
}
