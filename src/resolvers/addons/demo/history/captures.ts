import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../../context.ts';
import { type PageElement, type PageRecord, unpackRecord } from '../../../../infrastructure/capture/page-record.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { createSnapshot } from '../../../core/snapshots/create-snapshot.ts';
import { createDeployment } from '../../deployments/create-deployment.ts';
import type { Demo } from '../ensure-demo.ts';
import { actingAs } from './colleagues.ts';
import type { DemoEnvironment } from './environments.ts';

/** Windows that the history captures, CSS pixels. Comments are written in the wide one. */
export const DEMO_VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desk: { width: 1_280, height: 800 },
} as const;
/** Longest time that the captures of a deployment take, milliseconds. */
const CAPTURED_WITHIN_MS = 120_000;
const POLL_MS = 250;

type Capturing = Context<
  'browsers' | 'config' | 'wakeCaptures' | 'objects' | 'pool' | 'stopping' | 'wakeDeployments' | 'wakeRelay'
>;

interface DemoDeployment {
  environment: DemoEnvironment;
  commit: string;
  branch: string;
  viewports: readonly { width: number; height: number }[];
}

/**
 * Deploys a commit to an environment, and waits until its captures are compared.
 *
 * @returns id of the deployment; undefined without a browser, which could capture nothing
 * @throws AbortError if the process stops
 */
export async function deploy(
  ctx: Capturing,
  demo: Demo,
  { environment, commit, branch, viewports }: DemoDeployment,
): Promise<string | undefined> {
  if (!(await hasBrowser(ctx))) return undefined;
  const { id } = await createDeployment(actingAs(ctx, demo, demo.userId, `deploy-${environment.id}-${commit}`), {
    projectId: demo.projectId,
    environmentId: environment.id,
    commit,
    branch,
    pages: [environment.url],
    viewports,
  });
  await waitWhile(ctx, "SELECT FROM deployments WHERE id = $1 AND status IN ('queued', 'running')", id);
  return id;
}

/** Captures the page of an environment, and waits until all captures of the project ended. */
export async function capture(ctx: Capturing, demo: Demo, environment: DemoEnvironment): Promise<void> {
  if (!(await hasBrowser(ctx))) return;
  const order = { projectId: demo.projectId, url: environment.url, viewport: DEMO_VIEWPORTS.desk, fullPage: true };
  await createSnapshot(actingAs(ctx, demo, demo.userId, `capture-${environment.id}`), order);
  await waitWhile(ctx, "SELECT FROM snapshots WHERE project_id = $1 AND status = 'processing'", demo.projectId);
}

const hasBrowser = ({ services }: Context<'browsers'>): Promise<boolean> =>
  services.browsers.select().then(
    () => true,
    () => false,
  );

/** Waits while the statement finds rows, but not forever. */
async function waitWhile(ctx: Context<'pool' | 'stopping'>, statement: string, id: string): Promise<void> {
  const end = performance.now() + CAPTURED_WITHIN_MS;
  while (performance.now() < end && (await ctx.services.pool.query(statement, [id])).rowCount !== 0) {
    await wait(POLL_MS, undefined, { signal: ctx.services.stopping });
  }
}

/** The first capture of an environment's page in the wide window. */
export interface DemoCapture {
  snapshotId: string;
  record: PageRecord;
}

const FIRST = statement(
  'captures/first',
  `SELECT s.id, s.record_key AS "recordKey!" FROM snapshots s
  WHERE s.environment_id = $id AND s.status = 'completed' AND s.record_key IS NOT NULL AND s.viewport_width = $width
  ORDER BY s.created_at, s.id LIMIT 1`,
);

/**
 * Reads the first capture, which is the same in each start; undefined if there is none, as without
 * a browser.
 */
export async function firstCapture(
  ctx: Context<'objects' | 'pool'>,
  environment: DemoEnvironment,
): Promise<DemoCapture | undefined> {
  const values = { id: environment.id, width: DEMO_VIEWPORTS.desk.width };
  const first = await FIRST.first(ctx.services.pool, values);
  if (!first) return undefined;
  return { snapshotId: first.id, record: await unpackRecord(await ctx.services.objects.get(first.recordKey)) };
}

/** Finds the first element with this tag and visible text. */
export const elementOf = (
  { record }: DemoCapture,
  { tag, text }: { tag: string; text: string },
): PageElement | undefined => record.elements.find((element) => element.tag === tag && element.text === text);
