import type pg from 'pg';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';

const FIND = statement(
  'panel-origins/find',
  'SELECT panel_origins AS origins FROM projects WHERE id = $projectId AND deleted_at IS NULL',
  { prepared: true },
);

/** Origins whose pages may frame the panel of a project; none for an unknown one. */
export async function panelOriginsOf(pool: pg.Pool, projectId: string): Promise<string[]> {
  if (!isId(projectId)) return [];
  const row = await FIND.first(pool, { projectId });
  return row?.origins ?? [];
}
