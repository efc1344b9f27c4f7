import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Transaction } from '../../../infrastructure/database/connect-database.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { hashToken } from './secret-token.ts';
import { findAccount, issueTokens, type Session } from './sessions.ts';

/**
 * Time for which a used token is accepted again, seconds, because two tabs may refresh
 * concurrently. Ends as soon as a successor is used.
 */
const LEEWAY_SECONDS = 10;

const input = z.object({ refreshToken: z.string() });

/**
 * Exchanges a refresh token for a new pair of tokens. Reuse after the leeway, or after a successor
 * was used, means that the token was stolen, and ends the session.
 *
 * @throws UNAUTHENTICATED for an invalid token
 */
export async function refresh(ctx: Context<'accessTokens' | 'db'>, args: unknown): Promise<Session> {
  const tokenHash = hashToken(parseInput(input, args).refreshToken);
  const token = await ctx.services.db.refreshToken.findUnique({ where: { tokenHash } });
  // Thrown after the transaction, so that the error does not roll back the end of a session.
  const session = token && (await ctx.services.db.$transaction((tx) => exchange(ctx, tx, token)));
  if (!session) throw new AppError('UNAUTHENTICATED', 'The refresh token is no longer valid; log in again');
  return session;
}

interface Token {
  id: string;
  userId: string;
  sessionId: string;
}

type State = 'unused' | 'just spent' | 'reused';

async function exchange(ctx: Context<'accessTokens'>, tx: Transaction, token: Token): Promise<Session | undefined> {
  const { sessionId: id } = token;
  // Locks the session's row against its end and the use of its other tokens.
  const live = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM sessions WHERE id = ${id}::uuid AND ended_at IS NULL FOR UPDATE`;
  if (live.length === 0) return undefined;
  const state = await stateOf(tx, token);
  if (state === 'unused') {
    await tx.$executeRaw`UPDATE refresh_tokens SET spent_at = clock_timestamp() WHERE id = ${token.id}::uuid`;
  }
  if (state === 'reused') {
    await tx.loginSession.update({ where: { id }, data: { endedAt: new Date() } });
    ctx.logger.warn({ userId: token.userId, session: id }, 'used refresh token was reused; session ended');
  }
  const owner = state === 'unused' || state === 'just spent' ? await findAccount(tx, token.userId) : null;
  return owner ? issueTokens(ctx, tx, { id, owner, parentId: token.id }) : undefined;
}

/** State after locking, by the database's clock; undefined for an expired token. */
async function stateOf(tx: Transaction, { id }: Token): Promise<State | undefined> {
  const [found] = await tx.$queryRaw<{ state: State }[]>`
    SELECT CASE WHEN spent_at IS NULL THEN 'unused'
                WHEN spent_at < clock_timestamp() - ${LEEWAY_SECONDS}::int * interval '1 second' THEN 'reused'
                WHEN EXISTS (SELECT FROM refresh_tokens next
                              WHERE next.family_id = token.family_id AND next.parent_id = token.id
                                AND next.spent_at IS NOT NULL) THEN 'reused'
                ELSE 'just spent' END AS state
      FROM refresh_tokens token
     WHERE id = ${id}::uuid AND (expires_at > clock_timestamp() OR spent_at IS NOT NULL)`;
  return found?.state;
}
