import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import type { EventConsumer } from '../../../platform/events/relay-events.ts';

const ENDED = new Set(['snapshot.completed', 'snapshot.failed', 'snapshot.deleted']);

/** Captures of deployments that wait for a snapshot, or for one that was deleted. */
const WAITING = statement(
  'wake-on-snapshots/waiting',
  `SELECT FROM deployment_captures WHERE state = 'capturing'
    AND (snapshot_id = ANY($ended::uuid[]) OR control_id = ANY($ended::uuid[]) OR snapshot_id IS NULL) LIMIT 1`,
);

/** Consumer that wakes workers when snapshots of deployments end. */
export const wakeOnSnapshots = (ctx: Context<'pool' | 'wakeDeployments'>): EventConsumer => ({
  name: 'deployments',
  async consume(events) {
    const ended = events.flatMap(({ type, snapshotId }) => (snapshotId && ENDED.has(type) ? [snapshotId] : []));
    if (ended.length === 0) return;
    const { rowCount } = await WAITING.run(ctx.services.pool, { ended });
    if (rowCount) ctx.services.wakeDeployments();
  },
});
