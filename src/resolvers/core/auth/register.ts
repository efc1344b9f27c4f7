import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { hashPassword } from '../../../infrastructure/secrets/passwords.ts';
import { emailInput, nameInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { createAccount, toAccountError } from './create-account.ts';
import { mailVerificationLater } from './email-verification.ts';
import { passwordInput } from './password-input.ts';
import { hashToken } from './secret-token.ts';
import { openSession, type Session } from './sessions.ts';

const registration = z.object({
  email: emailInput,
  password: passwordInput,
  name: nameInput,
  organizationName: nameInput.nullish(),
  invitationToken: z.string().nullish(),
});

/**
 * Creates an account with its own organization, logs in, and mails a link to verify the address.
 *
 * @throws BAD_USER_INPUT, UNAVAILABLE
 * @throws FORBIDDEN if registration requires an invitation
 * @throws CONFLICT for a taken e-mail address
 */
export async function register(
  ctx: Context<'accessTokens' | 'config' | 'db' | 'mail' | 'pool' | 'runInBackground'>,
  args: unknown,
): Promise<Session> {
  const input = parseInput(registration, args);
  const isInvited = await hasInvitation(ctx, input);
  if (ctx.services.config.registration === 'invited' && !isInvited) throw invitationRequired();
  const passwordHash = await hashPassword(input.password, ctx.signal);
  // The token was mailed to the address.
  const emailVerifiedAt = isInvited ? new Date() : null;
  try {
    const session = await ctx.services.db.$transaction(async (tx) => {
      const { email, name, organizationName } = input;
      const account = await createAccount(tx, { email, name, organizationName, passwordHash, emailVerifiedAt });
      return openSession(ctx, tx, account);
    });
    if (!isInvited) mailVerificationLater(ctx, session.user);
    return session;
  } catch (error) {
    throw toAccountError(error);
  }
}

/** Looks up the invitation without redeeming it. */
async function hasInvitation(
  ctx: Context<'db'>,
  { email, invitationToken }: z.infer<typeof registration>,
): Promise<boolean> {
  if (!invitationToken) return false;
  const invitation = await ctx.services.db.invitation.findUnique({
    where: { tokenHash: hashToken(invitationToken), email, expiresAt: { gt: new Date() } },
  });
  return invitation !== null;
}

const invitationRequired = () =>
  new AppError(
    'FORBIDDEN',
    'Registration requires an invitation: open the link in the invitation mail to this address, or ask an admin of your organization to invite it',
  );
