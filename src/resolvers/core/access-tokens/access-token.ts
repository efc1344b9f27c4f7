import { type AccessToken as AccessTokenRow, Prisma } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
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

const INSERT = statement(
  'access-token/insert',
  `WITH t AS (
    INSERT INTO access_tokens (id, user_id, organization_id, role, created_by_id, name, token_hash, prefix, actions,
                               all_projects, token_generation, expires_at)
    VALUES ($id, $userId, $organizationId?, $role?::"Role", $createdById, $name, $hash, $shownPart, $actions, $allProjects, $tokenGeneration, $expiresAt) RETURNING *
  ), listed AS (
    INSERT INTO access_token_projects (access_token_id, project_id) SELECT $id, unnest($projectIds::uuid[])
  )
  SELECT ${OWN_COLUMNS} FROM t`,
);

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
  const created = await INSERT.one(sql, {
    id,
    userId: given.userId,
    organizationId: given.organizationId ?? null,
    role: given.role ?? null,
    createdById: given.createdById,
    name: given.name,
    hash: hashAccessToken(token),
    shownPart: shownPartOf(token),
    actions: given.actions,
    allProjects: given.allProjects,
    tokenGeneration: given.tokenGeneration,
    expiresAt: given.expiresAt,
    projectIds: given.projectIds,
  });
  return { ...created, projectIds: given.projectIds, token: box.seal(token, id) };
}

/** Opens the sealed token of a created one. */
export const opened = (box: SecretBox, created: AccessToken & { token: string }): AccessToken => ({
  ...created,
  token: box.open(created.token, created.id),
});

const UPDATE = statement(
  'access-token/update',
  `WITH dropped AS (
    DELETE FROM access_token_projects WHERE access_token_id = $id AND project_id <> ALL($projectIds::uuid[])
  ), listed AS (
    INSERT INTO access_token_projects (access_token_id, project_id) SELECT $id, unnest($projectIds::uuid[]) ON CONFLICT DO NOTHING
  )
  UPDATE access_tokens SET name = $name, actions = $actions, all_projects = $allProjects, version = version + 1 WHERE id = $id`,
);

/** Writes name and rights of a token; its open streams end. */
export async function writeToken(
  sql: Queryable,
  { id, name, actions, allProjects, projectIds }: AccessToken,
): Promise<void> {
  await UPDATE.run(sql, { id, name, actions, allProjects, projectIds });
}

export const REVOKE = 'UPDATE access_tokens SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL';
