import type pg from 'pg';
import { isId } from '../../../infrastructure/database/ids.ts';

/** Origins whose pages may frame the panel of a project; none for an unknown one. */
export async function panelOriginsOf(pool: pg.Pool, projectId: string): Promise<string[]> {
  if (!isId(projectId)) return [];
  const { rows } = await pool.query<{ origins: string[] }>({
    name: 'panel-origins',
    text: 'SELECT panel_origins AS origins FROM projects WHERE id = $1 AND deleted_at IS NULL',
    values: [projectId],
  });
  return rows[0]?.origins ?? [];
}
