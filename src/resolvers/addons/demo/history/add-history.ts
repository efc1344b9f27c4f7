import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { createReview } from '../../deployments/reviews/create-review.ts';
import type { Demo } from '../ensure-demo.ts';
import { capture, DEMO_VIEWPORTS, deploy } from './captures.ts';
import { actingAs, ensureColleagues, findColleagues } from './colleagues.ts';
import { collectActivity } from './collect-activity.ts';
import { createEnvironments, findEnvironments } from './environments.ts';
import { writeComments } from './write-comments.ts';

type Adding = Parameters<typeof writeComments>[0] &
  Parameters<typeof collectActivity>[0] &
  Parameters<typeof deploy>[0] &
  Parameters<typeof capture>[0];

/** Steps in their order. Each may be repeated by a start whose predecessor stopped in it. */
const STEPS: readonly ((ctx: Adding, demo: Demo) => Promise<void>)[] = [
  ensureColleagues,
  createEnvironments,
  deployFirst,
  writeComments,
  collectActivity,
  // Its end is the release: from then on, staging serves the redesign.
  captureCommented,
  deployRedesign,
];

/** Steps after which staging serves the redesign. */
const REDESIGNED_AFTER = 6;

const LOCK = statement('add-history/lock', 'SELECT pg_try_advisory_lock(hashtext($name)) AS "isFree"');
const UNLOCK = statement('add-history/unlock', 'SELECT pg_advisory_unlock(hashtext($name))');
const FIND = statement('add-history/find', 'SELECT history_steps AS steps FROM demos WHERE user_id = $userId');
const ADVANCE = statement(
  'add-history/advance',
  'UPDATE demos SET history_steps = $historySteps WHERE user_id = $userId',
);

/**
 * Adds the history of the demo project: environments, comments, visits, and deployments with real
 * captures. One process at a time does so; a later start continues what this one did not finish.
 *
 * @throws the error of the step that failed
 */
export async function addDemoHistory(ctx: Adding, demo: Demo): Promise<void> {
  const client = await ctx.services.pool.connect();
  const name = `pinbound demo history ${demo.userId}`;
  let isLocked = false;
  try {
    const row = await LOCK.first(client, { name });
    isLocked = row?.isFree ?? false;
    if (isLocked) await runSteps(ctx, demo);
  } finally {
    // A connection that cannot unlock is closed, which does.
    const isUnlocked = !isLocked || (await UNLOCK.run(client, { name }).then(Boolean, () => false));
    client.release(!isUnlocked);
  }
}

async function runSteps(ctx: Adding, demo: Demo): Promise<void> {
  const { pool, stopping } = ctx.services;
  const finished = await finishedSteps(ctx, demo);
  if (finished === null) return;
  for (const [index, step] of STEPS.entries()) {
    if (index < finished) continue;
    if (stopping.aborted) return;
    try {
      await step(ctx, demo);
    } catch (error) {
      if (stopping.aborted) return;
      throw error;
    }
    await ADVANCE.run(pool, { userId: demo.userId, historySteps: index + 1 });
  }
}

async function finishedSteps(ctx: Context<'pool'>, { userId }: Pick<Demo, 'userId'>): Promise<number | null> {
  const row = await FIND.first(ctx.services.pool, { userId });
  return row?.steps ?? null;
}

/** Returns whether the page of staging has the redesign. */
export async function isRedesigned(ctx: Context<'pool'>, demo: Pick<Demo, 'userId'>): Promise<boolean> {
  return ((await finishedSteps(ctx, demo)) ?? 0) >= REDESIGNED_AFTER;
}

async function deployFirst(ctx: Adding, demo: Demo): Promise<void> {
  const environments = await findEnvironments(ctx, demo);
  for (const environment of [environments.production, environments.staging]) {
    const viewports = Object.values(DEMO_VIEWPORTS);
    if (environment) await deploy(ctx, demo, { environment, commit: 'a41f9c27', branch: 'main', viewports });
  }
}

/** Sees all elements of comments in the first design, so that they are recognized in the second. */
async function captureCommented(ctx: Adding, demo: Demo): Promise<void> {
  const { staging } = await findEnvironments(ctx, demo);
  if (staging) await capture(ctx, demo, staging);
}

/** Annotations of an environment in progress for which a deployment does what they say. */
const MET = statement(
  'add-history/met',
  `SELECT DISTINCT v.annotation_id AS id FROM deployment_verdicts v JOIN annotations a ON a.id = v.annotation_id
  WHERE v.deployment_id = $id AND v.effect = 'does_it' AND v.review_id IS NULL AND a.status = 'in_progress'
    AND a.environment_id = $environmentId`,
);

/**
 * Deploys the redesign to staging and approves what does what comments say. Other changes need a
 * review.
 */
async function deployRedesign(ctx: Adding, demo: Demo): Promise<void> {
  const { staging } = await findEnvironments(ctx, demo);
  if (!staging) return;
  const viewports = [DEMO_VIEWPORTS.desk];
  const id = await deploy(ctx, demo, { environment: staging, commit: '7d03be58', branch: 'redesign', viewports });
  if (!id) return;
  const rows = await MET.rows(ctx.services.pool, { id, environmentId: staging.id });
  if (rows.length === 0) return;
  const { ines } = await findColleagues(ctx, demo);
  const annotationIds = rows.map((row) => row.id);
  await createReview(actingAs(ctx, demo, ines, `review-${id}`), { id, decision: 'approved', annotationIds });
}
