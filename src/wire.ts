import type { AnnotationUpdate } from './annotation-update.ts';
import type { Config } from './config.ts';
import { systemContext } from './context.ts';
import { createAccessTokens } from './infrastructure/access-tokens.ts';
import { authSecrets } from './infrastructure/auth-secrets.ts';
import { createBackground } from './infrastructure/background.ts';
import { createMemoryCallCounter } from './infrastructure/call-counter.ts';
import { connectDatabase } from './infrastructure/database.ts';
import { createLiveUpdates } from './infrastructure/live-updates/live-updates.ts';
import { createPostgresTransport } from './infrastructure/live-updates/postgres-transport.ts';
import { createRedisTransport } from './infrastructure/live-updates/redis-transport.ts';
import type { Logger } from './infrastructure/logger.ts';
import { createMailer } from './infrastructure/mail.ts';
import { createMetrics } from './infrastructure/metrics.ts';
import { connectQueues, type Queues } from './infrastructure/queue.ts';
import { createRedisCallCounter } from './infrastructure/redis-call-counter.ts';
import { createSignedLinks } from './infrastructure/signed-links.ts';
import { createStripe } from './infrastructure/stripe/stripe.ts';
import { eventConsumers } from './resolvers/events/consumers.ts';
import { relayEvents } from './resolvers/events/relay-events.ts';
import { createRelayTrigger } from './resolvers/events/relay-trigger.ts';
import { findLostReaders } from './resolvers/live/find-lost-readers.ts';
import { findMissed, loadUpdates } from './resolvers/live/load-updates.ts';
import type { Services } from './services.ts';

export interface Wiring {
  services: Services;
  queues: Queues;
  close(): Promise<void>;
}

/** Connects one process to its database, queues and live updates. The schema must be migrated. */
export async function wire(config: Config, logger: Logger, connectionString: string): Promise<Wiring> {
  const database = connectDatabase({ connectionString, logger });
  const queues = await connectQueues({ connectionString, redisUrl: config.redisUrl, logger });
  const metrics = createMetrics();
  const live = await createLiveUpdates<AnnotationUpdate>({
    transport: config.redisUrl
      ? createRedisTransport({ redisUrl: config.redisUrl, logger })
      : createPostgresTransport({ connectionString, pool: database.pool, logger }),
    load: (eventIds) => loadUpdates(database.prisma, eventIds),
    findMissed: (since, projectIds) => findMissed(database.pool, since, projectIds),
    findLost: (readers) => findLostReaders(database.pool, readers),
    onError: (error) => logger.warn({ err: error }, 'live updates could not be read'),
    onSubscribers: (count) => metrics.liveSubscribers.set(count),
  });
  const sharedCalls = config.redisUrl ? await createRedisCallCounter({ redisUrl: config.redisUrl, logger }) : undefined;
  const relay = createRelayTrigger(
    () => relayEvents(systemContext(services), eventConsumers),
    (error) => logger.warn({ err: error }, 'events were not relayed; the sweeper tries again'),
  );
  const background = createBackground((name, error) =>
    logger.error({ err: error, work: name }, 'background work failed'),
  );
  const mail = createMailer({ ...config.mail, dataDir: config.dataDir });
  const secrets = await authSecrets(config.authSecrets, config.dataDir);
  const services: Services = {
    config,
    logger,
    db: database.prisma,
    pool: database.pool,
    accessTokens: createAccessTokens(secrets),
    calls: sharedCalls ?? createMemoryCallCounter(),
    live,
    metrics,
    mail,
    links: createSignedLinks(secrets),
    stripe: config.billing.stripe && createStripe({ ...config.billing.stripe, logger }),
    afterwards: background.start,
    nudgeRelay: relay.nudge,
  };

  return {
    services,
    queues,
    async close() {
      await queues.close();
      await background.settled();
      mail.close();
      await relay.settled();
      await live.close();
      sharedCalls?.close();
      await database.close();
    },
  };
}
