import type { Role } from '../../../generated/prisma/client.ts';

/** Lifetime of a token, as an SQL interval. */
export const LIFETIME = '7 days';

/** An open invitation. */
export interface Invitation {
  id: string;
  organizationId: string;
  email: string;
  role: Role;
  allProjects: boolean;
  projectIds: string[];
  createdAt: Date;
  expiresAt: Date;
  mailedAt: Date | null;
  /** Whether the reader may manage members with its role, and so pass on its link. */
  showsLink?: boolean;
}

/** Select list for `FROM invitations`. */
export const INVITATION_COLUMNS = `id, organization_id AS "organizationId", email, role, all_projects AS "allProjects",
  project_ids AS "projectIds", created_at AS "createdAt",
  expires_at AS "expiresAt", mailed_at AS "mailedAt"`;
