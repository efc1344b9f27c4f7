import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { endPanelsOfLogin } from './end-panels.ts';
import { hashToken } from './secret-token.ts';

const input = z.object({ refreshToken: z.string() });

/**
 * Ends the session of a refresh token, and the panels that were opened from it. Unknown and ended
 * tokens get the same response.
 *
 * @throws BAD_USER_INPUT
 */
export async function logout(ctx: Context<'db' | 'pool' | 'wakeRelay'>, args: unknown): Promise<{ loggedOut: true }> {
  const { db } = ctx.services;
  const tokenHash = hashToken(parseInput(input, args).refreshToken);
  const token = await db.refreshToken.findUnique({ where: { tokenHash }, select: { sessionId: true } });
  if (token) {
    await db.loginSession.updateMany({ where: { id: token.sessionId, endedAt: null }, data: { endedAt: new Date() } });
    await endPanelsOfLogin(ctx, token.sessionId);
  }
  return { loggedOut: true };
}
