import { type AccessToken as AccessTokenRow, Prisma } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { hashAccessToken, newAccessToken, shownPartOf } from '../../../infrastructure/secrets/access-token-format.ts';
import type { SecretBox } from '../../../infrastructure/secrets/secret-box.ts';
import { selectList } from '../../platform/sql/select-list.ts';

/** An access token without its hash. */
export type AccessToken = Omit<AccessTokenRow, 'tokenHash'> & {
  /** Listed projects; empty for a token with all. */
  projectIds: string[];
  /** The token itself, only in the result of its creation. */
  token?: string;
};

const OWN_COLUMNS = selectList(Prisma.AccessTokenScalarFieldEnum, { alias: 't', without: ['tokenHash'] });

/** Select list for `FROM access_tokens t`. */
export const TOKEN_COLUMNS = `${OWN_COLUMNS},
  ARRAY(SELECT p.id FROM access_token_projects tp JOIN projects p ON p.id = tp.project_id AND p.deleted_at IS NULL
         WHERE tp.access_token_id = t.id ORDER BY p.id) AS "projectIds"`;

const INSERT = `WITH t AS (
    INSERT INTO access_tokens (id, user_id, organization_id, role, created_by_id, name, token_hash, prefix, actions,
                               all_projects, token_generation, expires_at)
    VALUES ($1, $2, $3, $4::"Role", $5, $6, $7, $8, $9, $10, $11, $12) RETURNING *
  ), listed AS (
    INSERT INTO access_token_projects (access_token_id, project_id) SELECT $1, unnest($13::uuid[])
  )
  SELECT ${OWN_COLUMNS} FROM t`;

/** Validated rights of a token. */
export interface TokenRights {
  actions: string[];
  allProjects: boolean;
  projectIds: string[];
}

export interface NewToken extends TokenRights {
  id?: string;
  userId: string;
  createdById: string;
  organizationId?: string;
  role?: 'editor' | 'viewer';
  name: string;
  tokenGeneration: number;
  expiresAt: Date;
}

/**
 * Inserts a token. The result contains it sealed, because results of idempotency keys are stored.
 */
export async function insertToken(
  sql: Queryable,
  box: SecretBox,
  { id = newId(), ...given }: NewToken,
): Promise<AccessToken & { token: string }> {
  const token = newAccessToken();
  const { rows } = await sql.query<Omit<AccessToken, 'projectIds'>>(INSERT, [
    id,
    given.userId,
    given.organizationId ?? null,
    given.role ?? null,
    given.createdById,
    given.name,
    hashAccessToken(token),
    shownPartOf(token),
    given.actions,
    given.allProjects,
    given.tokenGeneration,
    given.expiresAt,
    given.projectIds,
  ]);
  return { ...(rows[0] as Omit<AccessToken, 'projectIds'>), projectIds: given.projectIds, token: box.seal(token, id) };
}

/** Opens the sealed token of a created one. */
export const opened = (box: SecretBox, created: AccessToken & { token: string }): AccessToken => ({
  ...created,
  token: box.open(created.token, created.id),
});

const UPDATE = `WITH dropped AS (
    DELETE FROM access_token_projects WHERE access_token_id = $1 AND project_id <> ALL($5::uuid[])
  ), listed AS (
    INSERT INTO access_token_projects (access_token_id, project_id) SELECT $1, unnest($5::uuid[]) ON CONFLICT DO NOTHING
  )
  UPDATE access_tokens SET name = $2, actions = $3, all_projects = $4, version = version + 1 WHERE id = $1`;

/** Writes name and rights of a token; its open streams end. */
export async function writeToken(
  sql: Queryable,
  { id, name, actions, allProjects, projectIds }: AccessToken,
): Promise<void> {
  await sql.query(UPDATE, [id, name, actions, allProjects, projectIds]);
}

export const REVOKE = 'UPDATE access_tokens SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL';
