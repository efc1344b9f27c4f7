import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { rowReader } from '../../platform/sql/row-reader.ts';
import { type Audience, visibleTo } from './visibility.ts';

const textOf = (changedAt: string, condition: string): string =>
  `SELECT p.id AS "id!", last.changed_at AS "changedAt!" FROM unnest($ids::uuid[]) AS p(id)
     JOIN LATERAL (
       SELECT ${changedAt} AS changed_at FROM annotations a
        WHERE a.project_id = p.id AND a.deleted_at IS NULL AND ${condition} ORDER BY 1 DESC LIMIT 1
     ) last ON true`;

/** Batched readers of a request, by audience: the indexes of their times differ. */
const READERS = {
  members: rowReader(statement('last-activity/members', textOf('updated_at', visibleTo('members', 'a')))),
  outsiders: rowReader(
    statement(
      'last-activity/outsiders',
      textOf('coalesce(a.public_updated_at, a.updated_at)', visibleTo('outsiders', 'a')),
    ),
  ),
};

/**
 * Time of the last change of an annotation of a project or its thread that the audience can see.
 * One statement reads the projects of an execution step.
 */
export const lastActivityOf = async (
  ctx: Context<'pool'>,
  projectId: string,
  audience: Audience,
): Promise<Date | null> => (await READERS[audience](ctx, projectId))?.changedAt ?? null;
