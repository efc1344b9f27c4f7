import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { requireAdministrator } from '../../core/auth/administrators.ts';
import { me } from '../../core/auth/me.ts';
import { requireOrganization } from '../../core/organizations/require-organization.ts';
import { memberTarget, visitorTarget } from '../../platform/audit/audit-targets.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { visitorInput, visitorOf } from './erase-visitor.ts';
import type { Person } from './person.ts';

/** Start of the path of a download; the sealed person follows. */
export const EXPORT_PATH = '/personal-data/';

const VALID_MS = 10 * MINUTE_MS;
/** Context that a sealed link is bound to. */
const PURPOSE = 'export of personal data';

/** Link that downloads the data of a person. */
export interface ExportLink {
  url: string;
  expiresAt: Date;
}

type LinkContext = Context<'config' | 'secretBox'>;

const sealedLink = z.object({
  person: z.object({
    id: z.string().nullable(),
    login: z.string().nullable(),
    address: z.string().nullable(),
    organizationId: z.string().nullable(),
  }),
  expiresAt: z.number(),
});

/**
 * Creates a link to the data of the authenticated user.
 *
 * @throws UNAUTHENTICATED
 */
export const exportMyData = async (ctx: LinkContext & Context<'db'>): Promise<ExportLink> =>
  createLink(ctx, personOf(await me(ctx)));

/**
 * Creates a link to the data of any user, for administrators of the installation.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function exportUser(ctx: LinkContext & Context<'db' | 'pool'>, id: string): Promise<ExportLink> {
  await requireAdministrator(ctx);
  const user = isId(id)
    ? await ctx.services.db.user.findUnique({ where: { id }, include: { memberships: true } })
    : null;
  if (!user || user.memberships.some(({ accessTokenId }) => accessTokenId !== null)) throw notFound('User');
  await inTransaction(ctx.services.pool, async (sql) => {
    for (const { id: memberId, organizationId } of user.memberships) {
      const target = memberTarget({ id: memberId, email: user.email });
      await recordAudit(sql, ctx, { organizationId, action: 'member_exported', target });
    }
  });
  return createLink(ctx, personOf(user));
}

/**
 * Creates a link to the data of a person without an account in the projects of an organization.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function exportVisitor(
  ctx: LinkContext & Context<'pool'>,
  organizationId: string,
  args: unknown,
): Promise<ExportLink> {
  await requireOrganization(ctx, organizationId, 'personalData.manage');
  const { email } = parseInput(visitorInput, args);
  await recordAudit(ctx.services.pool, ctx, {
    organizationId,
    action: 'visitor_exported',
    target: visitorTarget(email),
  });
  return createLink(ctx, visitorOf(organizationId, email));
}

/**
 * Reads the person of a link.
 *
 * @throws UNAUTHENTICATED for an invalid or expired link
 */
export function openExportLink({ services }: Context<'secretBox'>, sealed: string): Person {
  try {
    const { person, expiresAt } = sealedLink.parse(JSON.parse(services.secretBox.open(sealed, PURPOSE)));
    if (expiresAt > Date.now()) return person;
  } catch {
    // Any other text than a link of this service.
  }
  throw new AppError('UNAUTHENTICATED', 'This link is invalid or more than 10 minutes old; request another export');
}

function createLink({ services: { config, secretBox } }: LinkContext, person: Person): ExportLink {
  const expiresAt = new Date(Date.now() + VALID_MS);
  const sealed = secretBox.seal(JSON.stringify({ person, expiresAt: expiresAt.getTime() }), PURPOSE);
  return { url: `${config.http.baseUrl}${EXPORT_PATH}${sealed}`, expiresAt };
}

const personOf = ({ id, email, emailVerifiedAt }: User): Person => ({
  id,
  login: email,
  address: emailVerifiedAt ? email : null,
  organizationId: null,
});
