import type { Services } from '../context.ts';
import type { DatabaseConnections } from '../infrastructure/database/connect-database.ts';
import { createCoalescedPublisher } from '../infrastructure/live-updates/coalesced-publisher.ts';
import { createLiveUpdates, shareTransport } from '../infrastructure/live-updates/live-updates.ts';
import { createPostgresTransport } from '../infrastructure/live-updates/postgres-transport.ts';
import { createRedisTransport } from '../infrastructure/live-updates/redis-transport.ts';
import type { Logger } from '../infrastructure/telemetry/logger.ts';
import type { Metrics } from '../infrastructure/telemetry/metrics.ts';
import { findChangedDeliveries, loadDeliveryUpdates } from '../resolvers/addons/deliveries/delivery-updates.ts';
import { findLostReaders } from '../resolvers/addons/live/find-lost-readers.ts';
import { findMissed, loadUpdates } from '../resolvers/addons/live/load-updates.ts';
import {
  findFormerMembers,
  findMissedNotifications,
  loadNotificationUpdates,
} from '../resolvers/addons/notifications/live-notifications.ts';
import { findLostWebhookReaders } from '../resolvers/addons/webhooks/find-lost-webhook-readers.ts';
import type { NotificationUpdate } from '../types/notification-update.ts';
import type { LiveUpdate } from '../types/snapshot-update.ts';
import type { WebhookDeliveryRecord } from '../types/webhook-delivery-record.ts';

interface ConnectedUpdates
  extends Pick<
    Services,
    'live' | 'liveDeliveries' | 'liveNotifications' | 'publishDeliveries' | 'publishNotifications'
  > {
  /** Ends every live subscription of this process. */
  endSubscriptions(): void;
  close(): Promise<void>;
}

/**
 * Connects live updates of projects, webhooks and notifications over one transport: Redis if
 * configured, else PostgreSQL.
 */
export async function connectLiveUpdates(options: {
  redisUrl: string | undefined;
  connectionString: string;
  database: DatabaseConnections;
  logger: Logger;
  metrics: Metrics;
}): Promise<ConnectedUpdates> {
  const { redisUrl, connectionString, database, logger, metrics } = options;
  const transport = shareTransport(
    redisUrl
      ? createRedisTransport({ redisUrl, logger })
      : createPostgresTransport({ connectionString, pool: database.pool, logger }),
  );
  const onError = (error: unknown) => logger.warn({ err: error }, 'live updates not read');
  let annotationReaders = 0;
  let deliveryReaders = 0;
  let notificationReaders = 0;
  const countReaders = () => metrics.liveSubscribers.set(annotationReaders + deliveryReaders + notificationReaders);
  const live = await createLiveUpdates<LiveUpdate>({
    transport,
    load: (eventIds) => loadUpdates({ db: database.prisma, pool: database.pool }, eventIds),
    findMissed: (since, projectIds) => findMissed(database.pool, since, projectIds),
    findLost: (readers) => findLostReaders(database.pool, readers),
    onError,
    onSubscribers: (count) => {
      annotationReaders = count;
      countReaders();
    },
  });
  const liveDeliveries = await createLiveUpdates<WebhookDeliveryRecord>({
    transport,
    load: (ids) => loadDeliveryUpdates(database.pool, ids),
    findMissed: (since, webhookIds) => findChangedDeliveries(database.pool, since, webhookIds),
    findLost: (readers) => findLostWebhookReaders(database.pool, readers),
    onError,
    onSubscribers: (count) => {
      deliveryReaders = count;
      countReaders();
    },
  });
  const liveNotifications = await createLiveUpdates<NotificationUpdate>({
    transport,
    load: (ids) => loadNotificationUpdates(database.pool, ids),
    findMissed: (since, membershipIds) => findMissedNotifications(database.pool, since, membershipIds),
    findLost: (readers) => findFormerMembers(database.pool, readers),
    onError,
    onSubscribers: (count) => {
      notificationReaders = count;
      countReaders();
    },
  });
  const publish = createCoalescedPublisher(liveDeliveries.publish, onError);
  return {
    live,
    liveDeliveries,
    liveNotifications,
    publishNotifications: createCoalescedPublisher(liveNotifications.publish, onError),
    publishDeliveries: (deliveries) => publish(deliveries.map(({ id, webhookId }) => ({ topic: webhookId, id }))),
    endSubscriptions() {
      live.endSubscriptions();
      liveDeliveries.endSubscriptions();
      liveNotifications.endSubscriptions();
    },
    async close() {
      await live.close();
      await liveDeliveries.close();
      await liveNotifications.close();
    },
  };
}
