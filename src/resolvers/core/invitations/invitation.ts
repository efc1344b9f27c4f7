import type { Role } from '../../../generated/prisma/client.ts';

/** How long a token works, as an interval of the database. */
export const LIFETIME = '7 days';

/** Somebody who may become a member. */
export interface Invitation {
  id: string;
  organizationId: string;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
  mailedAt: Date | null;
}

/** The select list for `FROM invitations`. */
export const INVITATION_COLUMNS = `id, organization_id AS "organizationId", email, role, created_at AS "createdAt",
  expires_at AS "expiresAt", mailed_at AS "mailedAt"`;
