import type { Context } from '../context.ts';
import { queueDeliveries } from '../resolvers/addons/deliveries/queue-deliveries.ts';
import { guardResolved } from '../resolvers/addons/deployments/guards/accept-resolved.ts';
import { wakeOnSnapshots } from '../resolvers/addons/deployments/run/wake-on-snapshots.ts';
import { publishLive } from '../resolvers/addons/live/publish-live.ts';
import { notifyMembers } from '../resolvers/addons/notifications/notify-members.ts';
import { notifyVisitors } from '../resolvers/addons/notifications/notify-visitors.ts';
import type { EventConsumer } from '../resolvers/platform/events/relay-events.ts';

/** Consumers of every event. */
export const eventConsumers = (
  ctx: Context<
    | 'config'
    | 'live'
    | 'objectUrls'
    | 'wakeDeliveries'
    | 'wakeDeployments'
    | 'pool'
    | 'publishDeliveries'
    | 'publishNotifications'
    | 'queueJudging'
  >,
): EventConsumer[] => [
  publishLive(ctx),
  queueDeliveries(ctx),
  notifyMembers(ctx),
  notifyVisitors(ctx),
  guardResolved(ctx),
  wakeOnSnapshots(ctx),
];
