import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { hashToken } from './secret-token.ts';

/** An open session of the dashboard, and its user. */
export interface Login {
  id: string;
  userId: string;
  tokenGeneration: number;
}

/** A token that was just spent counts, because another tab may have refreshed meanwhile. */
const FIND_LOGIN = statement(
  'find-login/find-login',
  `SELECT l.id, u.id AS "userId", u.token_generation AS "tokenGeneration"
  FROM refresh_tokens t
  JOIN sessions l ON l.id = t.family_id AND l.ended_at IS NULL
  JOIN users u ON u.id = t.user_id
 WHERE t.token_hash = $hash AND t.expires_at > now()
   AND (t.spent_at IS NULL OR t.spent_at > clock_timestamp() - interval '10 seconds')`,
);

/**
 * Finds the session of a refresh token without exchanging it.
 *
 * @throws UNAUTHENTICATED
 */
export async function findLogin(ctx: Context<'pool'>, refreshToken: string | undefined): Promise<Login> {
  const rows = await FIND_LOGIN.rows(ctx.services.pool, { hash: hashToken(refreshToken ?? '') });
  if (!rows[0]) throw new AppError('UNAUTHENTICATED', 'There is no session; log in');
  return rows[0];
}
