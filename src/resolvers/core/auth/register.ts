import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError, conflict } from '../../../errors.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { hashPassword } from '../../../infrastructure/secrets/passwords.ts';
import { emailInput, nameInput } from '../../platform/input/fields.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { organizationSlug } from '../../platform/input/slug.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { truncateText } from '../../platform/text/plain-text.ts';
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
  const name = input.organizationName ?? `${truncateText(input.name, LIMITS.name - 15)}'s organization`;
  // The token was mailed to the address.
  const emailVerifiedAt = isInvited ? new Date() : null;
  try {
    const session = await ctx.services.db.$transaction(async (tx) => {
      const user = await tx.user.create({
        data: { id: newId(), email: input.email, name: input.name, passwordHash, emailVerifiedAt },
      });
      const organization = await tx.organization.create({ data: { id: newId(), name, slug: organizationSlug(name) } });
      await tx.membership.create({
        data: { id: newId(), organizationId: organization.id, userId: user.id, role: 'owner' },
      });
      return openSession(ctx, tx, { user, organization });
    });
    if (!isInvited) mailVerificationLater(ctx, session.user);
    return session;
  } catch (error) {
    throw isUniqueViolation(error, 'email') ? conflict('email: already has an account; log in instead') : error;
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
