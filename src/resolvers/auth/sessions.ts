import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Organization, User } from '../../generated/prisma/client.ts';
import { ACCESS_TOKEN_LIFETIME } from '../../infrastructure/access-tokens.ts';
import type { Transaction } from '../../infrastructure/database.ts';
import { newId } from '../../infrastructure/ids.ts';

const REFRESH_TOKEN_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

export interface Session {
  user: User;
  organization: Organization | null;
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  /** Lifetime of the access token, seconds. */
  expiresIn: number;
}

/** Logs a user in: a new family of refresh tokens, and an access token. */
export async function openSession(
  ctx: Context,
  tx: Transaction,
  owner: Pick<Session, 'user' | 'organization'>,
): Promise<Session> {
  const refreshToken = randomBytes(32).toString('base64url');
  await tx.refreshToken.create({
    data: {
      id: newId(),
      userId: owner.user.id,
      familyId: newId(),
      tokenHash: createHash('sha256').update(refreshToken).digest('hex'),
      expiresAt: new Date(Date.now() + REFRESH_TOKEN_LIFETIME_MS),
    },
  });
  return {
    ...owner,
    accessToken: await ctx.services.accessTokens.sign(owner.user.id),
    refreshToken,
    tokenType: 'Bearer',
    expiresIn: ACCESS_TOKEN_LIFETIME,
  };
}
