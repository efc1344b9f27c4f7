import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fieldConflict } from '../../../errors.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.ts';
import { nameInput, slugInput } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { organizationSlug } from '../../platform/input/slug.ts';
import { isUniqueViolation } from '../../platform/sql/database-errors.ts';
import { me } from '../auth/me.ts';
import { JOINED_COLUMNS, type JoinedOrganization } from './joined-organization.ts';

const organizationInput = z.object({ name: nameInput, slug: slugInput.nullish() });

type OrganizationInput = z.infer<typeof organizationInput>;

const INSERT = statement(
  'create-organization/insert',
  `WITH o AS (
    INSERT INTO organizations (id, name, slug, updated_at) VALUES ($id, $name, $slug, now()) RETURNING *
  ), m AS (
    INSERT INTO memberships (id, organization_id, user_id, role) SELECT $membershipId, o.id, $userId, 'owner' FROM o RETURNING role
  )
  SELECT ${JOINED_COLUMNS} FROM o, m`,
);

/**
 * Creates an organization owned by the user.
 *
 * @throws UNAUTHENTICATED, BAD_USER_INPUT
 * @throws CONFLICT for a taken slug
 */
export async function createOrganization(ctx: Context<'db' | 'pool'>, args: unknown): Promise<JoinedOrganization> {
  const { id: userId } = await me(ctx);
  const input: OrganizationInput = parseInput(organizationInput, args);
  const slug = input.slug ?? organizationSlug(input.name);
  try {
    return await withIdempotencyKey(ctx, { client: `user:${userId}`, operation: 'createOrganization', input }, (sql) =>
      INSERT.one(sql, { id: newId(), name: input.name, slug, membershipId: newId(), userId }),
    );
  } catch (error) {
    throw isUniqueViolation(error, 'slug') ? organizationSlugTaken(slug) : error;
  }
}

/** Error for a slug that another organization has. */
export const organizationSlugTaken = (slug: string) => fieldConflict('slug', `"${slug}" is taken; choose another`);
