import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import { countReset } from '../../auth/account-limits.ts';
import { passwordResetMail } from '../../mail/password-mails.ts';
import { emailInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
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

/** For the account that has the address now: one that is given another waits, and ends the reset. */
const INSERT = `INSERT INTO password_resets (id, user_id, token_hash, expires_at)
  SELECT $1, id, $3, $4 FROM users WHERE email = $2 FOR KEY SHARE`;

async function sendReset(ctx: Context, email: string): Promise<void> {
  const { pool, mail, config } = ctx.services;
  const token = newSecretToken();
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  const { rowCount } = await pool.query(INSERT, [newId(), email, hashToken(token), expiresAt]);
  if (rowCount === 1) await mail.send(passwordResetMail(email, token, config.http.baseUrl));
}
