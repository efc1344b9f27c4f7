import type { Role } from '../../../generated/prisma/client.ts';

/** Lifetime of a token, as an SQL interval. */
export const LIFETIME = '7 days';

/** An open invitation. */
export interface Invitation {
  id: string;
  organizationId: string;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
  mailedAt: Date | null;
}

/** Select list for `FROM invitations`. */
export const INVITATION_COLUMNS = `id, organization_id AS "organizationId", email, role, created_at AS "createdAt",
  expires_at AS "expiresAt", mailed_at AS "mailedAt"`;
