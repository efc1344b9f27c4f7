import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { systemContext } from '../context.ts';
import { createMemoryCallCounter } from '../infrastructure/call-counter/memory-call-counter.ts';
import { createRedisCallCounter } from '../infrastructure/call-counter/redis-call-counter.ts';
import { createBrowserPool } from '../infrastructure/capture/browser-pool.ts';
import { createComparer } from '../infrastructure/comparison/diff-worker-pool.ts';
import { connectDatabase } from '../infrastructure/database/connect-database.ts';
import { createMailer } from '../infrastructure/mail/mailer.ts';
import { createOutboundClient } from '../infrastructure/outbound/client.ts';
import { connectQueues, type Queues } from '../infrastructure/queues/connect-queues.ts';
import { createDeliveryNudge } from '../infrastructure/queues/jobs.ts';
import { QUEUES } from '../infrastructure/queues/names.ts';
import { nudgeCaptures } from '../infrastructure/queues/nudge-captures.ts';
import { createAccessTokens } from '../infrastructure/secrets/access-tokens.ts';
import { authSecrets } from '../infrastructure/secrets/auth-secrets.ts';
import { createSecretBox } from '../infrastructure/secrets/secret-box.ts';
import { createSignedLinks } from '../infrastructure/secrets/signed-links.ts';
import { openStorage } from '../infrastructure/storage/open-storage.ts';
import { createSignedUrls } from '../infrastructure/storage/signed-urls.ts';
import { openStripe } from '../infrastructure/stripe/open-stripe.ts';
import type { Logger } from '../infrastructure/telemetry/logger.ts';
import { createMetrics } from '../infrastructure/telemetry/metrics.ts';
import { createBackground } from '../lib/background-tasks.ts';
import { createTrigger } from '../lib/coalescing-runner.ts';
import { createSingleFlight } from '../lib/single-flight.ts';
import { createCollection } from '../resolvers/addons/collection/create-collection.ts';
import { createAnnotationRoom } from '../resolvers/annotations/annotation-room.ts';
import { eventConsumers } from '../resolvers/events/consumers.ts';
import { relayEvents } from '../resolvers/platform/events/relay-events.ts';
import type { Services } from '../services.ts';
import { wireLiveUpdates } from './live-updates.ts';

export interface Wiring {
  services: Services;
  queues: Queues;
  /** Ends every live subscription of this process. */
  endSubscriptions(): void;
  close(): Promise<void>;
}

/**
 * Connects one process to its database, queues and live updates. The schema must be migrated.
 * @param assets the directory that the build writes client files to
 */
export async function wire(config: Config, logger: Logger, connectionString: string, assets: string): Promise<Wiring> {
  const database = connectDatabase({ connectionString, logger });
  const queues = await connectQueues({ connectionString, redisUrl: config.redisUrl, logger });
  const metrics = createMetrics();
  const updates = await wireLiveUpdates({ redisUrl: config.redisUrl, connectionString, database, logger, metrics });
  const sharedCalls = config.redisUrl ? await createRedisCallCounter({ redisUrl: config.redisUrl, logger }) : undefined;
  const relay = createTrigger(
    () => relayEvents(systemContext(services), eventConsumers),
    (error) => logger.warn({ err: error }, 'events were not relayed; the sweeper tries again'),
  );
  const background = createBackground((name, error) =>
    logger.error({ err: error, work: name }, 'background work failed'),
  );
  const calls = sharedCalls ?? createMemoryCallCounter();
  const forRooms = { pool: database.pool, logger, calls, metrics };
  const collection = createCollection({ config, ...forRooms });
  const mail = createMailer({ ...config.mail, dataDir: config.dataDir });
  const secrets = await authSecrets(config.authSecrets, config.dataDir);
  const browsers = createBrowserPool({
    ...config.capture,
    directory: join(config.dataDir, 'browser'),
    policy: config.networkPolicy,
    assets,
  });
  const comparer = createComparer();
  const outbound = createOutboundClient({ policy: config.networkPolicy });
  const stop = new AbortController();
  const services: Services = {
    config,
    logger,
    db: database.prisma,
    pool: database.pool,
    accessTokens: createAccessTokens(secrets),
    calls,
    live: updates.live,
    collection,
    annotationRoom: createAnnotationRoom(forRooms),
    metrics,
    mail,
    objects: await openStorage(config),
    objectUrls: createSignedUrls(secrets, config.http.baseUrl),
    browsers,
    comparer,
    singleFlight: createSingleFlight(),
    nudgeCaptures: () => background.start('wake the workers', () => nudgeCaptures(queues.queue(QUEUES.captures))),
    outbound,
    secretBox: createSecretBox(secrets),
    liveDeliveries: updates.liveDeliveries,
    links: createSignedLinks(secrets),
    stripe: await openStripe(config.billing.stripe, logger),
    stopping: stop.signal,
    afterwards: background.start,
    nudgeRelay: relay.nudge,
    nudgeDeliveries: createDeliveryNudge(queues.queue(QUEUES.deliveries), (error) =>
      logger.warn({ err: error }, 'deliveries were not queued; the sweeper tries again'),
    ),
    publishDeliveries: updates.publishDeliveries,
  };

  return {
    services,
    queues,
    endSubscriptions: updates.endSubscriptions,
    async close() {
      stop.abort();
      // Captures under way end, and go back to the queue, before the queues wait for them.
      await browsers.close();
      await comparer.close();
      // What is under way may still need a queue, and what a job starts while they close comes after.
      await background.settled();
      await queues.close();
      await background.settled();
      await collection.close();
      mail.close();
      await relay.settled();
      await updates.close();
      outbound.close();
      sharedCalls?.close();
      await database.close();
    },
  };
}
