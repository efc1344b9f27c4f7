import { z } from 'zod';
import type { Context } from '../../context.ts';
import { HOUR_MS } from '../../infrastructure/durations.ts';
import { newId } from '../../infrastructure/ids.ts';
import { emailInput, parseInput } from '../input.ts';
import { passwordResetMail } from '../mail/password-mails.ts';
import { countReset } from './account-limits.ts';
import { hashToken, newSecretToken } from './secret-token.ts';

const LIFETIME_MS = HOUR_MS;

const input = z.object({ email: emailInput });

/**
 * Mails a link that sets a new password. The answer tells nothing of whether the address has an account, nor does its
 * time: looking it up is left until the answer is given. What fails from then on is logged, and the caller has to ask
 * again. @throws BAD_USER_INPUT, RATE_LIMITED
 */
export async function requestPasswordReset(ctx: Context, args: unknown): Promise<{ accepted: true }> {
  const { email } = parseInput(input, args);
  const mayMail = await countReset(ctx, email);
  if (mayMail) ctx.services.afterwards('password reset', () => sendReset(ctx, email));
  return { accepted: true };
}

async function sendReset(ctx: Context, email: string): Promise<void> {
  const { db, mail, config } = ctx.services;
  const user = await db.user.findUnique({ where: { email }, select: { id: true, email: true } });
  if (!user) return;
  const token = newSecretToken();
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  await db.passwordReset.create({ data: { id: newId(), userId: user.id, tokenHash: hashToken(token), expiresAt } });
  await mail.send(passwordResetMail(user.email, token, config.http.baseUrl));
}
