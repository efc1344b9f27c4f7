import type { Context } from '../../../../context.ts';
import type { Annotation } from '../../../../generated/prisma/client.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';

/** Names of what annotations refer to. */
export interface ReadNames {
  project(id: string): string | null;
  user(id: string | null): string | null;
  /** Names of the labels that exist, in alphabetical order. */
  labels(ids: readonly string[]): string[];
}

const NAMES = statement(
  'read-names/names',
  `SELECT id AS "id!", name AS "name!" FROM projects WHERE id = ANY($projectIds::uuid[])
  UNION ALL SELECT id, name FROM users WHERE id = ANY($userIds::uuid[])
  UNION ALL SELECT id, name FROM labels WHERE id = ANY($labelIds::uuid[])`,
);

/** Reads the names of the projects, assignees and labels of annotations. */
export async function readNames(ctx: Context<'pool'>, annotations: readonly Annotation[]): Promise<ReadNames> {
  const rows = await NAMES.rows(ctx.services.pool, {
    projectIds: [...new Set(annotations.map(({ projectId }) => projectId))],
    userIds: [...new Set(annotations.flatMap(({ assigneeId }) => assigneeId ?? []))],
    labelIds: [...new Set(annotations.flatMap(({ labelIds }) => labelIds))],
  });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return {
    project: (id) => names.get(id) ?? null,
    user: (id) => (id === null ? null : (names.get(id) ?? null)),
    labels: (labelIds) => labelIds.flatMap((id) => names.get(id) ?? []).sort(),
  };
}
