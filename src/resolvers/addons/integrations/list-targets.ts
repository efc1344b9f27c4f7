import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import { IntegrationProvider } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { assertWithin, type Bounds } from '../../platform/input/bounds.ts';
import { assertReachable } from '../../platform/input/outbound-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { openCredentialsIfReadable } from './credentials.ts';
import { configArguments, parseAccess } from './integration-input.ts';
import { createApiClient } from './providers/api-client.ts';
import { PROVIDERS } from './providers/index.ts';
import { lineInput } from './providers/inputs.ts';
import type { IntegrationTarget, TargetAccess } from './providers/provider.ts';
import { withClientErrors } from './providers/provider-client-error.ts';
import { requireIntegration } from './require-integration.ts';

/** Shorter than the usual timeout of HTTP clients. */
const DEADLINE_MS = 20_000;
/** Pages of the provider per request; providers that cannot search are read page by page. */
const MAX_PAGES = 10;
const DEFAULT_LIMIT = 30;
export const TARGETS_PER_PAGE: Bounds = { minimum: 1, maximum: 100, default: DEFAULT_LIMIT };

/** A page of targets, in the provider's order. */
export interface IntegrationTargets {
  targets: IntegrationTarget[];
  /** Null at the end. A page may be short, or empty, and not be the last one. */
  nextCursor: string | null;
}

const selectionInput = z.object({
  search: lineInput(100).nullish(),
  limit: z
    .int()
    .nullish()
    .transform((limit) => limit ?? DEFAULT_LIMIT),
  cursor: z.string().max(1_000, 'must have at most 1000 characters').nullish(),
});

const providerInput = z.object({ projectId: z.string(), provider: z.enum(IntegrationProvider) });

/**
 * Lists the targets that given credentials can write to, before an integration exists. Stores
 * nothing.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT, RATE_LIMITED for the provider's errors
 */
export async function findTargets(ctx: Context<'outbound' | 'pool'>, args: object): Promise<IntegrationTargets> {
  const { projectId, provider } = parseInput(providerInput, args);
  await requireProject(ctx, projectId, 'integration.manage', { field: 'projectId' });
  const access = parseAccess(provider, configArguments(args));
  if (access.baseUrl !== undefined) await assertReachable(ctx.services.outbound, access.baseUrl, 'baseUrl');
  return readTargets(ctx, provider, access, args);
}

const FIND = statement('list-targets/find', 'SELECT secret FROM webhooks WHERE id = $id');

/**
 * Lists the targets that the stored credentials of an integration can write to.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 * @throws CONFLICT, RATE_LIMITED for the provider's errors
 */
export async function listTargets(
  ctx: Context<'outbound' | 'pool' | 'secretBox'>,
  id: string,
  args: object,
): Promise<IntegrationTargets> {
  const { provider, settings } = await requireIntegration(ctx, id, 'integration.manage');
  const row = await FIND.first(ctx.services.pool, { id });
  if (!row) throw notFound('Integration');
  const stored = openCredentialsIfReadable(ctx.services.secretBox, id, row.secret);
  if (!stored) throw badField('id', 'the stored credentials cannot be read; set the token again');
  const { token } = stored.provider;
  if (token === undefined) {
    throw badField('id', 'this integration has an incoming webhook, which lists no channels; use the token of a bot');
  }
  const { baseUrl, email } = settings as Record<string, string | undefined>;
  return readTargets(ctx, provider, { baseUrl, email, token }, args);
}

/** Position within the provider's list: its page, and the targets of the page to skip. */
const positionShape = z.object({ cursor: z.string().optional(), skip: z.int().min(0) });
type Position = z.infer<typeof positionShape>;

const encode = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url');

function decode(cursor: string): Position {
  try {
    return positionShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw badField('cursor', 'is not a cursor returned by this list; omit it to start from the first page');
  }
}

async function readTargets(
  ctx: Context<'outbound'>,
  name: IntegrationProvider,
  access: Partial<Omit<TargetAccess, 'call'>>,
  args: object,
): Promise<IntegrationTargets> {
  const { search, limit, cursor } = parseInput(selectionInput, args);
  assertWithin({ limit: [limit, TARGETS_PER_PAGE] });
  const provider = PROVIDERS[name];
  const call = createApiClient(provider, ctx.services.outbound, AbortSignal.timeout(DEADLINE_MS));
  const target: TargetAccess = { ...access, token: access.token ?? '', call };
  let position: Position = cursor == null ? { skip: 0 } : decode(cursor);
  const targets: IntegrationTarget[] = [];
  for (let read = 0; read < MAX_PAGES && targets.length < limit; read += 1) {
    const query = { search: search ?? undefined, cursor: position.cursor };
    const page = await withClientErrors(provider.label, () => provider.listTargets(target, query));
    const rest = page.targets.slice(position.skip);
    const taken = rest.slice(0, limit - targets.length);
    targets.push(...taken);
    if (taken.length < rest.length) position = { ...position, skip: position.skip + taken.length };
    else if (page.next === undefined) return { targets, nextCursor: null };
    else position = { cursor: page.next, skip: 0 };
  }
  return { targets, nextCursor: encode(position) };
}
