import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { ACCESS_TOKEN_LIFETIME } from '../../../infrastructure/secrets/access-tokens.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { grantOf, requireToken } from '../../platform/policies/access.ts';
import { IS_PANEL_ALLOWED, IS_PANEL_OPEN } from '../../platform/policies/panel-actions.ts';
import { endPanels } from '../auth/end-panels.ts';
import { me } from '../auth/me.ts';
import { hashToken, newSecretToken } from '../auth/secret-token.ts';
import { countPanelLogin, normalizeCode, panelSite, requirePanelSite, verifierInput } from './panel-input.ts';

/** Lifetime of a session, for SQL and for the cookie. */
export const PANEL_DAYS = 30;
/** Time for which a page renews a session that its browser keeps no cookie for, hours. */
const MEMORY_HOURS = 12;

/** A session of the panel. */
export interface PanelSession {
  user: { id: string; email: string; name: string };
  accessToken: string;
  /** Lifetime of the access token, seconds. */
  expiresIn: number;
}

type PanelContext = Context<'accessTokens' | 'config' | 'pool' | 'rateLimitStore'>;
type Site = z.infer<typeof panelSite>;

interface Row {
  id: string;
  userId: string;
  email: string;
  name: string;
  tokenGeneration: number;
  /** Seconds. */
  remaining: number;
}

const COLUMNS = `s.id, u.id AS "userId", u.email, u.name, u.token_generation AS "tokenGeneration",
  extract(epoch FROM s.expires_at - now())::int AS "remaining!"`;

/** Only one of several concurrent requests finds the code. */
const REDEEM = statement(
  'panel-session/redeem',
  `UPDATE panel_sessions s
    SET code_hash = NULL, challenge = NULL, token_hash = $tokenHash, created_at = now(),
        expires_at = now() + interval '${PANEL_DAYS} days'
   FROM users u
  WHERE u.id = s.user_id AND s.code_hash = $hash AND s.challenge = $challenge AND s.project_id = $projectId AND s.origin = $origin
    AND s.expires_at > now() AND ${IS_PANEL_ALLOWED}
  RETURNING ${COLUMNS}`,
);

const exchangeInput = panelSite.extend({ code: z.string().max(200), verifier: verifierInput });

/**
 * Exchanges a code for a session of the panel.
 *
 * @returns the session, and the token for the cookie
 * @throws UNAUTHENTICATED for a code that was used, has expired or was issued for another panel
 * @throws BAD_USER_INPUT, RATE_LIMITED
 */
export async function openPanel(ctx: PanelContext, args: unknown): Promise<{ session: PanelSession; token: string }> {
  await countPanelLogin(ctx);
  const { code, verifier, projectId, origin } = parseInput(exchangeInput, args);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const token = newSecretToken();
  const values = { hash: hashToken(normalizeCode(code)), challenge, projectId, origin, tokenHash: hashToken(token) };
  const row = await REDEEM.first(ctx.services.pool, values);
  if (!row) {
    throw new AppError('UNAUTHENTICATED', 'The code was used, has expired or belongs to another panel; log in again');
  }
  return { session: await sign(ctx, row), token };
}

const INSERT = statement(
  'panel-session/insert',
  `INSERT INTO panel_sessions (id, user_id, project_id, origin, expires_at)
  VALUES ($id, $userId, $projectId, $origin, to_timestamp($expiresAt::float8 / 1000))`,
);

/**
 * Opens a session of the panel with the token of a member, which a page gave to the panel. It ends
 * with the token.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT, RATE_LIMITED
 */
export async function openPanelWithToken(ctx: PanelContext & Context<'db'>, args: unknown): Promise<PanelSession> {
  await countPanelLogin(ctx);
  const site = parseInput(panelSite, args);
  if (grantOf(ctx)) throw new AppError('FORBIDDEN', 'The panel accepts tokens of sessions only (POST /auth/login)');
  const { tokenGeneration, expiresAt } = requireToken(ctx);
  const { id: userId, email, name } = await me(ctx);
  await requirePanelSite(ctx, site);
  const id = newId();
  await INSERT.run(ctx.services.pool, { id, userId, projectId: site.projectId, origin: site.origin, expiresAt });
  const remaining = Math.floor((expiresAt - Date.now()) / 1_000);
  return sign(ctx, { id, userId, email, name, tokenGeneration, remaining });
}

const OF_SITE = `SELECT ${COLUMNS} FROM panel_sessions s JOIN users u ON u.id = s.user_id
  WHERE s.project_id = $projectId AND s.origin = $origin AND ${IS_PANEL_OPEN}`;
const BY_TOKEN = statement('panel-session/by-token', `${OF_SITE} AND s.token_hash = $tokenHash`);
const BY_ID = statement(
  'panel-session/by-id',
  `${OF_SITE} AND s.id = $id AND (s.created_at > now() - $hours?::int * interval '1 hour') IS NOT FALSE`,
);

/**
 * Continues the session of the cookie; without one, that of the request's access token, for
 * browsers that keep no cookie of a framed page.
 *
 * @param token of the cookie
 * @throws UNAUTHENTICATED without a session for this project and origin
 * @throws BAD_USER_INPUT
 */
export async function renewPanel(ctx: PanelContext, args: unknown, token: string | undefined): Promise<PanelSession> {
  const site = parseInput(panelSite, args);
  const row = (await findByToken(ctx, token, site)) ?? (await findOwn(ctx, site, MEMORY_HOURS));
  if (!row) throw new AppError('UNAUTHENTICATED', 'There is no session of the panel on this site; log in');
  return sign(ctx, row);
}

/**
 * Ends the session of the cookie, or of the access token. The response is the same without one.
 *
 * @throws BAD_USER_INPUT
 */
export async function closePanel(
  ctx: PanelContext & Context<'wakeRelay'>,
  args: unknown,
  token: string | undefined,
): Promise<{ loggedOut: true }> {
  const site = parseInput(panelSite, args);
  const row = (await findByToken(ctx, token, site)) ?? (await findOwn(ctx, site, null));
  if (row) {
    await inTransaction(ctx.services.pool, (sql) => endPanels(sql, { id: row.id }));
    ctx.services.wakeRelay();
  }
  return { loggedOut: true };
}

async function findByToken(ctx: PanelContext, token: string | undefined, site: Site): Promise<Row | undefined> {
  return token ? BY_TOKEN.first(ctx.services.pool, { tokenHash: hashToken(token), ...site }) : undefined;
}

/**
 * Finds the session of the request's access token.
 *
 * @param hours greatest age; null: any
 */
async function findOwn(ctx: PanelContext, site: Site, hours: number | null): Promise<Row | undefined> {
  const grant = grantOf(ctx);
  return grant?.isPanel ? BY_ID.first(ctx.services.pool, { id: grant.id, ...site, hours }) : undefined;
}

async function sign(ctx: PanelContext, { id, userId, email, name, tokenGeneration, remaining }: Row) {
  const expiresIn = Math.max(1, Math.min(ACCESS_TOKEN_LIFETIME, remaining));
  const accessToken = await ctx.services.accessTokens.signPanel({ userId, tokenGeneration }, id, expiresIn);
  return { user: { id: userId, email, name }, accessToken, expiresIn };
}
