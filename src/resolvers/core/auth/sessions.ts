import type { Context } from '../../../context.ts';
import type { Organization, User } from '../../../generated/prisma/client.ts';
import type { Transaction } from '../../../infrastructure/database/connect-database.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { ACCESS_TOKEN_LIFETIME } from '../../../infrastructure/secrets/access-tokens.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { hashToken, newSecretToken } from './secret-token.ts';

export const REFRESH_TOKEN_LIFETIME_MS = 30 * DAY_MS;

export interface Session {
  user: User;
  organization: Organization | null;
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  /** Lifetime of the access token, seconds. */
  expiresIn: number;
}

type Owner = Pick<Session, 'user' | 'organization'>;

/** Reads a user with the organization joined first. */
export async function findAccount(tx: Transaction, id: string): Promise<Owner | null> {
  const found = await tx.user.findUnique({
    where: { id },
    include: { memberships: { orderBy: { createdAt: 'asc' }, take: 1, include: { organization: true } } },
  });
  return found && { user: found, organization: found.memberships[0]?.organization ?? null };
}

/** Opens a session with its first pair of tokens. */
export async function openSession(ctx: Context<'accessTokens'>, tx: Transaction, owner: Owner): Promise<Session> {
  const id = newId();
  const data = { id, userId: owner.user.id, expiresAt: new Date(), userAgent: ctx.userAgent, ip: ctx.ip };
  await tx.loginSession.create({ data });
  return issueTokens(ctx, tx, { id, owner });
}

/**
 * Issues a pair of tokens for a session, which expires with the newest of them.
 *
 * @param session.parentId the exchanged refresh token
 */
export async function issueTokens(
  ctx: Context<'accessTokens'>,
  tx: Transaction,
  { id, owner, parentId }: { id: string; owner: Owner; parentId?: string },
): Promise<Session> {
  const refreshToken = newSecretToken();
  const { id: userId, tokenGeneration } = owner.user;
  const expiresAt = new Date(Date.now() + REFRESH_TOKEN_LIFETIME_MS);
  await tx.refreshToken.create({
    data: { id: newId(), userId, sessionId: id, parentId, tokenHash: hashToken(refreshToken), expiresAt },
  });
  await tx.loginSession.update({
    where: { id },
    data: { expiresAt, lastUsedAt: new Date(), userAgent: ctx.userAgent ?? null, ip: ctx.ip },
  });
  return {
    ...owner,
    accessToken: await ctx.services.accessTokens.sign(userId, tokenGeneration),
    refreshToken,
    tokenType: 'Bearer',
    expiresIn: ACCESS_TOKEN_LIFETIME,
  };
}

/** Ends all sessions of a user except one, and all panels on customers' pages. */
export async function endSessions(tx: Transaction, userId: string, keptId?: string): Promise<void> {
  await tx.loginSession.updateMany({
    where: { userId, endedAt: null, ...(keptId && { id: { not: keptId } }) },
    data: { endedAt: new Date() },
  });
  await tx.panelSession.deleteMany({ where: { userId } });
}
