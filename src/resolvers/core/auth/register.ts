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
import { wholeCharacters } from '../../text/whole-characters.ts';
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
 * Makes an account with its first organization, owned by it, and logs in.
 * @throws BAD_USER_INPUT; FORBIDDEN where only the invited may register; CONFLICT for a taken e-mail; UNAVAILABLE
 */
export async function register(ctx: Context, args: unknown): Promise<Session> {
  const input = parseInput(registration, args);
  if (ctx.services.config.registration === 'invited') await assertInvited(ctx, input);
  const passwordHash = await hashPassword(input.password, ctx.signal);
  const name = input.organizationName ?? `${wholeCharacters(input.name, LIMITS.name - 15)}'s organization`;
  try {
    return await ctx.services.db.$transaction(async (tx) => {
      const user = await tx.user.create({ data: { id: newId(), email: input.email, name: input.name, passwordHash } });
      const organization = await tx.organization.create({ data: { id: newId(), name, slug: organizationSlug(name) } });
      await tx.membership.create({
        data: { id: newId(), organizationId: organization.id, userId: user.id, role: 'owner' },
      });
      return openSession(ctx, tx, { user, organization });
    });
  } catch (error) {
    throw isUniqueViolation(error, 'email') ? conflict('email: has an account already; log in instead') : error;
  }
}

/** The invitation stays: accepting it takes it. */
async function assertInvited(ctx: Context, { email, invitationToken }: z.infer<typeof registration>): Promise<void> {
  const invitation =
    invitationToken &&
    (await ctx.services.db.invitation.findUnique({
      where: { tokenHash: hashToken(invitationToken), email, expiresAt: { gt: new Date() } },
    }));
  if (invitation) return;
  throw new AppError(
    'FORBIDDEN',
    'Only invited people can register here: open the link in the mail that invites this address, or ask an admin of your organization to invite it',
  );
}
