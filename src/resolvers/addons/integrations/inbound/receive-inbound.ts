import { createHash } from 'node:crypto';
import { ZodError } from 'zod';
import type { Context } from '../../../../context.ts';
import { AppError, badInput, notFound } from '../../../../errors.ts';
import { isId } from '../../../../infrastructure/database/ids.ts';
import { MINUTE_MS } from '../../../../lib/durations.ts';
import { networkOf } from '../../../../lib/network-of.ts';
import { assertBelow, type CallLimit, countAgainst } from '../../../throttling/call-limits.ts';
import { openCredentialsIfReadable } from '../credentials.ts';
import { INTEGRATION_COLUMNS, type IntegrationRow } from '../integration.ts';
import { PROVIDERS } from '../providers/index.ts';
import type { Inbound, InboundCall, InboundChange } from '../providers/provider.ts';
import { type Applied, applyChange } from './apply-change.ts';

/**
 * Trackers do not call again when they are refused: only calls whose signature was wrong are counted, and of each integration
 * by itself, for a tracker calls from the same addresses for everybody.
 */
const WRONG_CALLS: CallLimit = { what: 'calls with a wrong signature', limit: 60, windowMs: MINUTE_MS };

const LOAD = `SELECT ${INTEGRATION_COLUMNS}, w.secret
  FROM integrations i JOIN webhooks w ON w.id = i.id JOIN projects p ON p.id = i.project_id AND p.deleted_at IS NULL
  WHERE i.id = $1 AND i.deleted_at IS NULL`;

/**
 * Takes what a tracker tells of one of its issues. The same call again does nothing, and neither does what we have told
 * the tracker ourselves.
 * @throws NOT_FOUND for an integration that is not there or tells nothing back; UNAUTHENTICATED for a wrong signature;
 *   BAD_USER_INPUT for what is none of the tracker's payloads; RATE_LIMITED after many wrong signatures; UNAVAILABLE
 *   while the secret cannot be read
 */
export async function receiveInbound(ctx: Context, id: string, call: InboundCall): Promise<{ result: Applied }> {
  const identity = `inbound:${id.toLowerCase()}:${networkOf(ctx.ip)}`;
  await assertBelow(ctx, identity, WRONG_CALLS);
  const found = isId(id)
    ? (await ctx.services.pool.query<IntegrationRow & { secret: string }>(LOAD, [id])).rows[0]
    : undefined;
  const provider = found && PROVIDERS[found.provider];
  if (!found || provider?.kind !== 'tracker') throw notFound('Integration');
  const credentials = openCredentialsIfReadable(ctx.services.secretBox, id, found.secret);
  if (!credentials) throw new AppError('UNAVAILABLE', UNREADABLE, { retryAfterSeconds: RETRY_AFTER });
  const { inboundSecret } = credentials;
  const problem = inboundSecret ? provider.inbound.verify(call, inboundSecret, Date.now()) : NO_SECRET;
  if (problem) {
    await countAgainst(ctx, identity, WRONG_CALLS);
    throw new AppError('UNAUTHENTICATED', problem);
  }
  const change = readChange(provider, call);
  if (!change || !found.enabled) return { result: 'ignored' };
  const hash = createHash('sha256').update(call.body).digest('hex');
  return { result: await applyChange(ctx, found, { ...change, hash }) };
}

/** Seconds. */
const RETRY_AFTER = 600;
const UNREADABLE =
  'The secret of this integration cannot be read, so no call can be checked; give it anew with PATCH /integrations/{id}';
const NO_SECRET =
  'This integration has no secret for inbound calls yet; give it the one that the tracker shows with PATCH /integrations/{id}';

function readChange(
  { label, inbound }: { label: string; inbound: Inbound },
  call: InboundCall,
): InboundChange | undefined {
  try {
    return inbound.read(call, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.body)));
  } catch (error) {
    if (error instanceof ZodError) {
      const paths = error.issues.map(({ path }) => path.join('.')).filter(Boolean);
      throw badInput(`The body is not what ${label} sends${paths.length > 0 ? `: look at ${paths.join(', ')}` : ''}`);
    }
    throw badInput(`The body is not JSON; have the webhook at ${label} send application/json`);
  }
}
