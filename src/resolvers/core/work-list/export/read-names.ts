import type { Context } from '../../../../context.ts';
import type { Annotation } from '../../../../generated/prisma/client.ts';

/** Names of what annotations refer to. */
export interface ReadNames {
  project(id: string): string | null;
  user(id: string | null): string | null;
  /** Names of the labels that exist, in alphabetical order. */
  labels(ids: readonly string[]): string[];
}

const NAMES = `SELECT id, name FROM projects WHERE id = ANY($1::uuid[])
  UNION ALL SELECT id, name FROM users WHERE id = ANY($2::uuid[])
  UNION ALL SELECT id, name FROM labels WHERE id = ANY($3::uuid[])`;

/** Reads the names of the projects, assignees and labels of annotations. */
export async function readNames(ctx: Context<'pool'>, annotations: readonly Annotation[]): Promise<ReadNames> {
  const ids = [
    annotations.map(({ projectId }) => projectId),
    annotations.flatMap(({ assigneeId }) => assigneeId ?? []),
    annotations.flatMap(({ labelIds }) => labelIds),
  ].map((each) => [...new Set(each)]);
  const { rows } = await ctx.services.pool.query<{ id: string; name: string }>(NAMES, ids);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return {
    project: (id) => names.get(id) ?? null,
    user: (id) => (id === null ? null : (names.get(id) ?? null)),
    labels: (labelIds) => labelIds.flatMap((id) => names.get(id) ?? []).sort(),
  };
}
