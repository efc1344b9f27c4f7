import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { requireAdministrator } from '../../core/auth/administrators.ts';
import { searchInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { NEWEST, type Page, type PageRows, readNewest } from '../../platform/pagination/cursor-page.ts';

/** A user, for administrators. */
export interface InstallationUser {
  id: string;
  email: string;
  name: string;
  emailVerifiedAt: Date | null;
  administratorSince: Date | null;
  createdAt: Date;
  /** Newest login or refresh; null if there is none. */
  lastSeenAt: Date | null;
  organizations: number;
}

/** An organization, for administrators. */
export interface InstallationOrganization {
  id: string;
  name: string;
  slug: string;
  createdAt: Date;
  members: number;
  projects: number;
  /** Bytes of images, page records and attachments. A file of two organizations counts for both. */
  storedBytes: number;
}

/** SQL condition on `users`: a person, not the service account of a project token. */
export const IS_PERSON =
  'NOT EXISTS (SELECT FROM access_tokens t WHERE t.user_id = users.id AND t.organization_id IS NOT NULL)';

/** A parameter that is null does not filter. */
const USERS = statement(
  'list-accounts/users',
  `SELECT id, email, name, email_verified_at AS "emailVerifiedAt",
    administrator_since AS "administratorSince", created_at AS "createdAt",
    (SELECT max(last_used_at) FROM sessions WHERE user_id = users.id) AS "lastSeenAt",
    (SELECT count(*) FROM memberships WHERE user_id = users.id)::int AS "organizations!"
  FROM users WHERE ${IS_PERSON} AND ($text?::text IS NULL OR strpos(email, lower($text)) > 0 OR strpos(lower(name), lower($text)) > 0) ${NEWEST}`,
);

const ORGANIZATIONS = statement(
  'list-accounts/organizations',
  `SELECT id, name, slug, created_at AS "createdAt",
    (SELECT count(*) FROM memberships
      WHERE organization_id = organizations.id AND access_token_id IS NULL)::int AS "members!",
    (SELECT count(*) FROM projects WHERE organization_id = organizations.id AND deleted_at IS NULL)::int AS "projects!",
    (SELECT coalesce(sum(o.size), 0) FROM stored_objects o WHERE o.key IN (
      SELECT unnest(ARRAY[s.image_key, s.thumbnail_key, s.record_key])
        FROM projects p JOIN snapshots s ON s.project_id = p.id
       WHERE p.organization_id = organizations.id
      UNION ALL
      SELECT unnest(ARRAY[a.picture_key, a.last_seen_image_key])
        FROM projects p JOIN annotations a ON a.project_id = p.id
       WHERE p.organization_id = organizations.id
      UNION ALL
      SELECT c.diff_key FROM projects p JOIN snapshots s ON s.project_id = p.id
        JOIN comparisons c ON c.baseline_id = s.id
       WHERE p.organization_id = organizations.id
      UNION ALL
      SELECT unnest(ARRAY[v.before_key, v.after_key]) FROM projects p JOIN deployments d ON d.project_id = p.id
        JOIN deployment_verdicts v ON v.deployment_id = d.id
       WHERE p.organization_id = organizations.id
      UNION ALL
      SELECT f.object_key FROM projects p JOIN annotations a ON a.project_id = p.id
        JOIN attachments f ON f.annotation_id = a.id
       WHERE p.organization_id = organizations.id))::float8 AS "storedBytes!"
  FROM organizations
  WHERE deleted_at IS NULL AND ($text?::text IS NULL OR strpos(slug, lower($text)) > 0 OR strpos(lower(name), lower($text)) > 0) ${NEWEST}`,
);

/** Filter by a part of a name or an address, in any letter case. */
const filter = z.object({ text: searchInput.nullish() });
type Filter = z.infer<typeof filter>;

/**
 * Lists the users of the installation, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
 */
export const listUsers = async (
  ctx: Context<'config' | 'db' | 'pool'>,
  args: Filter,
  page: Page,
): Promise<PageRows<InstallationUser>> => readNewest(ctx, USERS, page, await readFilter(ctx, args));

/**
 * Lists the organizations of the installation, newest first.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT
 */
export const listOrganizations = async (
  ctx: Context<'config' | 'db' | 'pool'>,
  args: Filter,
  page: Page,
): Promise<PageRows<InstallationOrganization>> => readNewest(ctx, ORGANIZATIONS, page, await readFilter(ctx, args));

async function readFilter(ctx: Context<'config' | 'db'>, args: Filter): Promise<{ text: string | null }> {
  await requireAdministrator(ctx);
  const { text } = parseInput(filter, args);
  return { text: text?.trim() || null };
}
