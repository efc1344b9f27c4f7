import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { SnapshotRow } from '../../snapshot-update.ts';
import { parseInput } from '../input.ts';
import { type NumberedPage, type NumberedPageArgs, numberedPage } from '../numbered-page.ts';
import { requireProject } from '../policies/access.ts';
import { SNAPSHOT_COLUMNS } from './columns.ts';

const LONGEST_DATE = 40;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** In a query, a plus stands for a space. */
const LOST_PLUS = /T[\d:.]+ \d\d:?\d\d$/;
const HINT = '; write the plus of its zone as %2B';

/** A date, or a date and time; without a zone it is UTC. @param endOfDay what a date stands for */
const moment = (endOfDay: boolean) =>
  z
    .string()
    .max(LONGEST_DATE, `must have at most ${LONGEST_DATE} characters`)
    .transform((text, check) => {
      const zoned = /T\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text}Z` : text;
      const found = /^\d{4}-\d\d-\d\d/.test(text)
        ? Date.parse(DATE.test(text) && endOfDay ? `${text}T23:59:59.999Z` : zoned)
        : Number.NaN;
      if (!Number.isNaN(found)) return new Date(found);
      check.addIssue({
        code: 'custom',
        message: `must be an ISO 8601 date, or date and time${LOST_PLUS.test(text) ? HINT : ''}`,
      });
      return z.NEVER;
    })
    .nullish()
    .transform((found) => found ?? null);

const stretch = z.object({ from: moment(false), to: moment(true) });

const WITHIN = `project_id = $1 AND ($2::timestamptz IS NULL OR created_at >= $2)
                AND ($3::timestamptz IS NULL OR created_at <= $3)`;

/** A project's snapshots for a member, newest first; `from` and `to` are inclusive. @throws UNAUTHENTICATED, NOT_FOUND, BAD_USER_INPUT */
export async function listSnapshots(
  ctx: Context,
  { projectId, from, to, ...page }: NumberedPageArgs & { projectId: string; from?: string | null; to?: string | null },
): Promise<NumberedPage<SnapshotRow>> {
  const project = await requireProject(ctx, projectId, 'snapshot.read');
  const within = parseInput(stretch, { from, to });
  const values = [project.id, within.from, within.to];
  const { pool } = ctx.services;
  return numberedPage(page, async ({ limit, offset }) => {
    const [counted, found] = await Promise.all([
      pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM snapshots WHERE ${WITHIN}`, values),
      pool.query<SnapshotRow>(
        `SELECT ${SNAPSHOT_COLUMNS} FROM snapshots s WHERE ${WITHIN} ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`,
        [...values, limit, offset],
      ),
    ]);
    return { items: found.rows, total: counted.rows[0]?.total ?? 0 };
  });
}
