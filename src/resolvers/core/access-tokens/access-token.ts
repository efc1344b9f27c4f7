import { badField } from '../../../errors.ts';
import { type AccessToken as AccessTokenRow, Prisma } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { lockRows } from '../../../infrastructure/database/rows.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import { hashAccessToken, newAccessToken, shownPartOf } from '../../../infrastructure/secrets/access-token-format.ts';
import type { SecretBox } from '../../../infrastructure/secrets/secret-box.ts';
import { recordAccessChange } from '../../platform/events/record-event.ts';
import { joinProjectMember } from '../../platform/policies/access.ts';
import { selectList } from '../../platform/sql/select-list.ts';
import type { PipelineRule } from './pipeline-rule.ts';

/** Type of the column whose JSON is known. */
export interface StoredPipeline {
  /** Pipelines that may use a project token. */
  pipeline: PipelineRule | null;
}

/** An access token without its hash. */
export type AccessToken = Omit<AccessTokenRow, 'tokenHash' | 'pipeline'> &
  StoredPipeline & {
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
                               all_projects, token_generation, expires_at, client_id, redirect_host, pipeline)
    VALUES ($id, $userId, $organizationId?, $role?::"Role", $createdById, $name, $hash, $shownPart, $actions, $allProjects, $tokenGeneration, $expiresAt,
            $clientId?, $redirectHost?, $pipeline?) RETURNING *
  ), listed AS (
    INSERT INTO access_token_projects (access_token_id, project_id) SELECT $id, unnest($projectIds::uuid[])
  )
  SELECT ${OWN_COLUMNS} FROM t`,
).narrow<StoredPipeline>();

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
  /** OAuth client of a connected app, whose own tokens name this row. */
  client?: { id: string; redirectHost: string | null };
  /** Pipelines that exchange their ID tokens; nobody gets the token of this row. */
  pipeline?: PipelineRule;
}

/**
 * Inserts a token. The result contains it sealed, because results of idempotency keys are stored.
 */
export async function insertToken(
  sql: Queryable,
  box: SecretBox,
  { id = newId(), ...given }: NewToken,
): Promise<AccessToken> {
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
    clientId: given.client?.id ?? null,
    redirectHost: given.client?.redirectHost ?? null,
    pipeline: given.pipeline ? JSON.stringify(given.pipeline) : null,
  });
  return { ...created, projectIds: given.projectIds, ...(!given.pipeline && { token: box.seal(token, id) }) };
}

/** Opens the sealed token of a created one. */
export const opened = (box: SecretBox, created: AccessToken): AccessToken => ({
  ...created,
  ...(created.token !== undefined && { token: box.open(created.token, created.id) }),
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

/** Serializes creations and changes of a user's tokens and connected apps. */
export const lockOwner = (sql: Queryable, userId: string) => lockRows(sql, 'users FOR NO KEY UPDATE', userId);

const ORGANIZATIONS = statement(
  'access-token/organizations-of-owner',
  'SELECT organization_id AS id FROM memberships WHERE user_id = $userId ORDER BY organization_id',
);

/** Makes every process check the user's open streams again. */
export async function recordOwnerChange(sql: Queryable, userId: string): Promise<void> {
  for (const { id } of await ORGANIZATIONS.rows(sql, { userId })) await recordAccessChange(sql, id);
}

const OWN_PROJECTS = statement(
  'access-token/own-projects',
  `SELECT p.id FROM projects p ${joinProjectMember('$userId')}
    WHERE p.id = ANY($ids::uuid[]) AND p.deleted_at IS NULL`,
);

/** @throws BAD_USER_INPUT for projects that the user does not have */
export async function assertOwnProjects(sql: Queryable, userId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = await OWN_PROJECTS.rows(sql, { ids, userId });
  const missing = ids.find((id) => !own.some((project) => project.id === id));
  if (missing) throw badField('projectIds', `${missing} is not a project of yours`);
}

export const REVOKE = statement(
  'access-token/revoke',
  'UPDATE access_tokens SET revoked_at = now() WHERE id = $id AND revoked_at IS NULL',
);
