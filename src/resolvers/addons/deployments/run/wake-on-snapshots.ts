import type { Context } from '../../../../context.ts';
import type { EventConsumer } from '../../../platform/events/relay-events.ts';

const ENDED = new Set(['snapshot.completed', 'snapshot.failed', 'snapshot.deleted']);

/** Captures of deployments that wait for a snapshot, or for one that was deleted. */
const WAITING = `SELECT FROM deployment_captures WHERE state = 'capturing'
    AND (snapshot_id = ANY($1::uuid[]) OR control_id = ANY($1::uuid[]) OR snapshot_id IS NULL) LIMIT 1`;

/** Consumer that wakes workers when snapshots of deployments end. */
export const wakeOnSnapshots = (ctx: Context<'pool' | 'wakeDeployments'>): EventConsumer => ({
  name: 'deployments',
  async consume(events) {
    const ended = events.flatMap(({ type, snapshotId }) => (snapshotId && ENDED.has(type) ? [snapshotId] : []));
    if (ended.length === 0) return;
    const { rowCount } = await ctx.services.pool.query(WAITING, [ended]);
    if (rowCount) ctx.services.wakeDeployments();
  },
});
