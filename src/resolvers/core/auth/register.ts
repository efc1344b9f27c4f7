import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { hashPassword } from '../../../infrastructure/secrets/passwords.ts';
import { emailInput, nameInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { createAccount, toAccountError } from './create-account.ts';
import { mailVerificationLater } from './email-verification.ts';
import { findByToken } from './invitation-token.ts';
import { passwordInput } from './password-input.ts';
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
  ctx: Context<'accessTokens' | 'config' | 'db' | 'mail' | 'pool' | 'runInBackground' | 'secretBox'>,
  args: unknown,
): Promise<Session> {
  const input = parseInput(registration, args);
  const invitation = await findInvitation(ctx, input);
  if (ctx.services.config.registration === 'invited' && !invitation) throw invitationRequired();
  const passwordHash = await hashPassword(input.password, ctx.signal);
  // A mailed token went to the address; a shown one may have come from anybody.
  const isVerified = invitation?.isMailed === true;
  const emailVerifiedAt = isVerified ? new Date() : null;
  try {
    const session = await ctx.services.db.$transaction(async (tx) => {
      const { email, name, organizationName } = input;
      const account = await createAccount(tx, { email, name, organizationName, passwordHash, emailVerifiedAt });
      return openSession(ctx, tx, account);
    });
    if (!isVerified) mailVerificationLater(ctx, session.user);
    return session;
  } catch (error) {
    throw toAccountError(error);
  }
}

/** Looks up the invitation without redeeming it. */
async function findInvitation(
  ctx: Context<'db' | 'secretBox'>,
  { email, invitationToken }: z.infer<typeof registration>,
) {
  const found = invitationToken ? await findByToken(ctx, invitationToken) : undefined;
  return found?.invitation.email === email && found.invitation.expiresAt > new Date() ? found : undefined;
}

const invitationRequired = () =>
  new AppError(
    'FORBIDDEN',
    'Registration requires an invitation: open the link of an invitation to this address, or ask an admin of your organization to invite it',
  );
