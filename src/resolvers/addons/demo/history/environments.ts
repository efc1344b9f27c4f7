import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { createEnvironment } from '../../../core/environments/create-environment.ts';
import type { Demo } from '../ensure-demo.ts';
import { actingAs } from './colleagues.ts';

export interface DemoEnvironment {
  id: string;
  url: string;
}

/** Environments of the demo by kind; undefined if it was deleted. */
export type DemoEnvironments = Partial<Record<'production' | 'staging', DemoEnvironment>>;

/** Path of the page that staging serves. */
export const STAGING_PATH = '/demo/staging';

/** Creates production and staging, whose pages the service serves itself, unless they exist. */
export async function createEnvironments(ctx: Context<'config' | 'pool' | 'stopping'>, demo: Demo): Promise<void> {
  const { baseUrl } = ctx.services.config.http;
  const present = await findEnvironments(ctx, demo);
  for (const [name, kind, path] of [
    ['Production', 'production', '/demo'],
    ['Staging', 'staging', STAGING_PATH],
  ] as const) {
    if (present[kind]) continue;
    const owner = actingAs(ctx, demo, demo.userId, `environment-${kind}`);
    await createEnvironment(owner, { projectId: demo.projectId, name, kind, url: `${baseUrl}${path}` });
  }
}

const FIND = statement(
  'environments/find',
  "SELECT id, url, kind FROM environments WHERE project_id = $projectId AND kind IN ('production', 'staging') ORDER BY created_at DESC",
);

/** Reads the environments, as members may have changed them meanwhile. */
export async function findEnvironments(ctx: Context<'pool'>, { projectId }: Demo): Promise<DemoEnvironments> {
  const rows = await FIND.rows(ctx.services.pool, { projectId });
  return Object.fromEntries(rows.map(({ kind, id, url }) => [kind, { id, url }]));
}
