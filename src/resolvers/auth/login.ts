import { z } from 'zod';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { checkPassword } from '../../infrastructure/passwords.ts';
import { LIMITS, parseInput } from '../input.ts';
import { openSession, type Session } from './sessions.ts';

const credentials = z.object({
  email: z.string().max(LIMITS.email, `must have at most ${LIMITS.email} characters`),
  password: z.string().max(LIMITS.passwordMax, `must have at most ${LIMITS.passwordMax} characters`),
});

/** Logs in. A wrong password and an unknown e-mail get the same answer in the same time. @throws UNAUTHENTICATED, BAD_USER_INPUT */
export async function login(ctx: Context, args: unknown): Promise<Session> {
  const { email, password } = parseInput(credentials, args);
  const user = await ctx.services.db.user.findUnique({
    where: { email: email.replaceAll('\0', '').trim().toLowerCase() },
    include: {
      memberships: {
        orderBy: { createdAt: 'asc' },
        take: 1,
        include: { organization: true },
      },
    },
  });
  const matches = await checkPassword(user?.passwordHash, password);
  if (!user || !matches) throw new AppError('UNAUTHENTICATED', 'The e-mail or the password is wrong');
  return openSession(ctx, ctx.services.db, {
    user,
    organization: user.memberships[0]?.organization ?? null,
  });
}
