import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField, notFound } from '../../../errors.ts';
import type { AppRequest as StoredRequest } from '../../../infrastructure/authorization-server/authorization-server.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireToken } from '../../platform/policies/access.ts';
import { TOKEN_ACTIONS, TOKEN_PRESETS, type TokenPreset } from '../../platform/policies/token-actions.ts';
import { assertOwnProjects, insertToken, lockOwner } from '../access-tokens/access-token.ts';
import { assertBelowLimit, resolveExpiry, resolveRights } from '../access-tokens/token-input.ts';
import { me } from '../auth/me.ts';
import { projectIdsInput } from '../members/project-access.ts';
import { recordAppAudit } from './app-grants.ts';

/** Presets that a member can choose for an app. */
const APP_PRESETS = ['read', 'comment', 'fix'] as const satisfies readonly TokenPreset[];

/** Rights that a member can choose for an app that asks. */
export interface AppPreset {
  name: (typeof APP_PRESETS)[number] | 'requested';
  actions: string[];
}

/** Request of an app, as its member reads it. */
export interface AppRequest
  extends Pick<StoredRequest, 'code' | 'clientId' | 'clientName' | 'isBuiltIn' | 'expiresAt'> {
  /** Host that receives the code, or the scheme of a program; undefined for a device. */
  redirectHost: string | undefined;
  presets: AppPreset[];
}

/** Arguments that name a request: its code, and whether a device shows it. */
interface RequestArgs {
  code: string;
  isDevice?: boolean | null;
}

/** Path at which the browser continues after a decision; null for a device. */
export interface AppDecision {
  redirectTo: string | null;
}

const decisionInput = z.object({
  actions: z.array(z.string()).max(TOKEN_ACTIONS.length, `must list at most ${TOKEN_ACTIONS.length} actions`),
  allProjects: z.boolean().nullish(),
  projectIds: projectIdsInput(LIMITS.tokenProjects),
  expiresAt: z.date().nullish(),
});

const COUNT_ACTIVE = statement(
  'app-requests/count-active',
  `SELECT count(*)::int AS "active!" FROM access_tokens
    WHERE user_id = $userId AND client_id IS NOT NULL AND revoked_at IS NULL AND expires_at > now()`,
);

/**
 * Reads the request of an app by its code, or by the one that a device shows.
 *
 * @throws UNAUTHENTICATED
 * @throws NOT_FOUND for an answered or expired one, and for one of the other kind, too
 */
export async function readAppRequest(
  ctx: Context<'db' | 'authorizationServer'>,
  args: RequestArgs,
): Promise<AppRequest> {
  await me(ctx);
  const request = await requireRequest(ctx, args);
  const { code, clientId, clientName, isBuiltIn, expiresAt } = request;
  return {
    code,
    clientId,
    clientName,
    isBuiltIn,
    expiresAt,
    redirectHost: redirectHostOf(request),
    presets: presetsOf(request.actions),
  };
}

/**
 * Allows the request of an app: connects it to the account of the member.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT
 * @throws NOT_FOUND for an answered or expired request, too
 * @throws CONFLICT at the limit of connected apps
 */
export async function allowAppRequest(
  ctx: Context<'db' | 'pool' | 'secretBox' | 'authorizationServer'>,
  { code, isDevice, ...args }: RequestArgs & Record<string, unknown>,
): Promise<AppDecision> {
  const { id: userId } = await me(ctx);
  const input = parseInput(decisionInput, args);
  const rights = resolveRights(input);
  const until = resolveExpiry(input.expiresAt);
  const request = await requireRequest(ctx, { code, isDevice });
  assertRequested(request, rights.actions);
  const { pool, secretBox, authorizationServer } = ctx.services;
  const grantId = newId();
  const redirectTo = await inTransaction(pool, async (sql) => {
    await lockOwner(sql, userId);
    const { active } = await COUNT_ACTIVE.one(sql, { userId });
    assertBelowLimit(active, LIMITS.connectedApps, 'You have', 'connected apps');
    await assertOwnProjects(sql, userId, rights.projectIds);
    const name = (request.clientName ?? hostOf(request.clientId) ?? request.clientId).slice(0, LIMITS.name);
    await insertToken(sql, secretBox, {
      ...rights,
      id: grantId,
      userId,
      createdById: userId,
      name,
      tokenGeneration: requireToken(ctx).tokenGeneration,
      expiresAt: until,
      client: { id: request.clientId, redirectHost: redirectHostOf(request) ?? null },
    });
    await recordAppAudit(sql, ctx, { id: grantId, name }, 'app_connected');
    const decision = { userId, grantId, actions: rights.actions, until };
    const continued = await authorizationServer.decide(sql, request, decision);
    if (continued === undefined) throw requestNotFound();
    return continued;
  });
  return { redirectTo };
}

/**
 * Denies the request of an app.
 *
 * @throws UNAUTHENTICATED
 * @throws NOT_FOUND for an answered or expired request, too
 */
export async function denyAppRequest(
  ctx: Context<'db' | 'pool' | 'authorizationServer'>,
  args: RequestArgs,
): Promise<AppDecision> {
  await me(ctx);
  const { pool, authorizationServer } = ctx.services;
  const request = await requireRequest(ctx, args);
  const redirectTo = await inTransaction(pool, (sql) => authorizationServer.decide(sql, request, 'denied'));
  if (redirectTo === undefined) throw requestNotFound();
  return { redirectTo };
}

async function requireRequest(
  ctx: Context<'authorizationServer'>,
  { code, isDevice }: RequestArgs,
): Promise<StoredRequest> {
  const request = await ctx.services.authorizationServer.findRequest(code, isDevice === true);
  if (!request) throw requestNotFound();
  return request;
}

const requestNotFound = () => notFound('AppRequest');

/** @throws BAD_USER_INPUT for actions that the app did not ask for: its token would lack them */
function assertRequested(request: StoredRequest, actions: readonly string[]): void {
  const other = actions.find((action) => !request.actions.includes(action));
  if (other === undefined) return;
  throw badField('actions', `the app did not ask for ${other}; choose from ${request.actions.join(', ')}`);
}

/**
 * Returns the choices for a request: what each preset shares with it, and everything that it asks
 * for.
 */
function presetsOf(requested: readonly string[]): AppPreset[] {
  const choices: AppPreset[] = [
    ...APP_PRESETS.map((name) => ({
      name,
      actions: TOKEN_PRESETS[name].filter((action) => requested.includes(action)) as string[],
    })),
    { name: 'requested' as const, actions: [...requested] },
  ];
  return choices.filter(
    ({ actions }, index) =>
      actions.length > 0 && !choices.slice(0, index).some((smaller) => smaller.actions.length === actions.length),
  );
}

/** Host of an address; the scheme of one without a host, such as that of a program. */
function redirectHostOf({ redirectUri }: StoredRequest): string | undefined {
  const url = redirectUri === undefined ? undefined : URL.parse(redirectUri);
  if (!url) return undefined;
  return /^https?:$/.test(url.protocol) ? url.host : url.protocol;
}

const hostOf = (clientId: string): string | undefined => URL.parse(clientId)?.host;
