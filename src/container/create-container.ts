import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { type Services, systemContext } from '../context.ts';
import { createBrowserPool } from '../infrastructure/capture/browser-pool.ts';
import { createDiffWorkerPool } from '../infrastructure/comparison/diff-worker-pool.ts';
import { connectDatabase } from '../infrastructure/database/connect-database.ts';
import { createMailer } from '../infrastructure/mail/mailer.ts';
import { openModelClient } from '../infrastructure/model/model-client.ts';
import { openOidcClient } from '../infrastructure/oidc/oidc-client.ts';
import { createOutboundClient } from '../infrastructure/outbound/client.ts';
import { createPipelineIssuers } from '../infrastructure/pipelines/pipeline-issuers.ts';
import { connectQueues, type Queues } from '../infrastructure/queues/connect-queues.ts';
import {
  createDeliveryWaker,
  enqueueJudging,
  enqueueWakeUp,
  QUEUES,
  retryJudging,
} from '../infrastructure/queues/jobs.ts';
import { createMemoryRateLimitStore } from '../infrastructure/rate-limit-store/memory-store.ts';
import { createRedisRateLimitStore } from '../infrastructure/rate-limit-store/redis-store.ts';
import { createAccessTokens } from '../infrastructure/secrets/access-tokens.ts';
import { authSecrets } from '../infrastructure/secrets/auth-secrets.ts';
import { createSecretBox } from '../infrastructure/secrets/secret-box.ts';
import { createSignedLinks } from '../infrastructure/secrets/signed-links.ts';
import { openStorage } from '../infrastructure/storage/open-storage.ts';
import { createSignedUrls } from '../infrastructure/storage/signed-urls.ts';
import { openStripe } from '../infrastructure/stripe/open-stripe.ts';
import type { Logger } from '../infrastructure/telemetry/logger.ts';
import { createMetrics } from '../infrastructure/telemetry/metrics.ts';
import { createBackgroundTasks } from '../lib/background-tasks.ts';
import { createCoalescingRunner } from '../lib/coalescing-runner.ts';
import { createSingleFlight } from '../lib/single-flight.ts';
import { createCollection } from '../resolvers/addons/collection/create-collection.ts';
import { createTokenGrants } from '../resolvers/core/access-tokens/token-grants.ts';
import { createAnnotationQuota } from '../resolvers/core/annotations/annotation-quota.ts';
import { createPanelGrants } from '../resolvers/core/panel/panel-grants.ts';
import { createScriptSightings } from '../resolvers/core/projects/script-sightings.ts';
import { relayEvents } from '../resolvers/platform/events/relay-events.ts';
import { recordedMailer } from '../resolvers/platform/mail/recorded-mailer.ts';
import { openAuthorizationServer } from './authorization-server.ts';
import { changeHandlers } from './change-handlers.ts';
import { eventConsumers } from './event-consumers.ts';
import { connectLiveUpdates } from './live-updates.ts';

export interface Container {
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
export async function createContainer(
  config: Config,
  logger: Logger,
  connectionString: string,
  assets: string,
): Promise<Container> {
  const database = connectDatabase({ connectionString, logger });
  const queues = await connectQueues({ connectionString, redisUrl: config.redisUrl, logger });
  const metrics = createMetrics();
  const updates = await connectLiveUpdates({ redisUrl: config.redisUrl, connectionString, database, logger, metrics });
  const sharedCalls = config.redisUrl
    ? await createRedisRateLimitStore({ redisUrl: config.redisUrl, logger })
    : undefined;
  const relay = createCoalescingRunner(
    () => {
      const ctx = systemContext(services);
      return relayEvents(ctx, eventConsumers(ctx));
    },
    (error) => logger.warn({ err: error }, 'event relay failed; the sweeper retries'),
  );
  const background = createBackgroundTasks((name, error) =>
    logger.error({ err: error, work: name }, 'background work failed'),
  );
  const wakeWorkers = (queue: (typeof QUEUES)[keyof typeof QUEUES]) =>
    background.start('wake the workers', () =>
      enqueueWakeUp(queues.queue(queue)).catch((error: unknown) =>
        logger.warn({ err: error }, 'waking the workers failed; the sweeper wakes them'),
      ),
    );
  const calls = sharedCalls ?? createMemoryRateLimitStore();
  const quotaServices = { pool: database.pool, logger, calls, metrics };
  const collection = createCollection({ config, ...quotaServices });
  const scriptSightings = createScriptSightings({
    pool: database.pool,
    logger,
    // A project is its own reference: its sightings have no event.
    publish: (projectIds) => updates.live.publish(projectIds.map((id) => ({ topic: id, id }))),
  });
  const mailer = createMailer({ ...config.mail, dataDir: config.dataDir });
  const mail = recordedMailer(mailer, { pool: database.pool, logger });
  const secrets = await authSecrets(config.authSecrets, config.dataDir);
  const browsers = createBrowserPool({
    ...config.capture,
    directory: join(config.dataDir, 'browser'),
    policy: config.networkPolicy,
    assets,
  });
  const diffWorkers = createDiffWorkerPool();
  const outbound = createOutboundClient({ policy: config.networkPolicy });
  // Anyone names documents of apps, without an account: in production they are public always.
  const documents = config.production ? createOutboundClient({ policy: 'public' }) : outbound;
  const model = openModelClient(config.model);
  const oidc = await openOidcClient(config.oidc, config.networkPolicy);
  const secretBox = createSecretBox(secrets);
  const stop = new AbortController();
  const services: Services = {
    config,
    logger,
    db: database.prisma,
    pool: database.pool,
    accessTokens: createAccessTokens(secrets),
    tokenGrants: createTokenGrants({ pool: database.pool, runInBackground: background.start }),
    panelGrants: createPanelGrants({ pool: database.pool }),
    authorizationServer: openAuthorizationServer(
      { config, secrets, secretBox, documents, logger, pool: database.pool, rateLimitStore: calls },
      () => services,
    ),
    rateLimitStore: calls,
    live: updates.live,
    collection,
    annotationQuota: createAnnotationQuota(quotaServices),
    scriptSightings,
    metrics,
    changeHandlers: changeHandlers(() => services),
    mail,
    objects: await openStorage(config),
    objectUrls: createSignedUrls(secrets, config.http.baseUrl),
    browsers,
    diffWorkers,
    singleFlight: createSingleFlight(),
    wakeCaptures: () => wakeWorkers(QUEUES.captures),
    wakeDeployments: () => wakeWorkers(QUEUES.deployments),
    queueJudging: (annotationIds) => enqueueJudging(queues.queue(QUEUES.deployments), annotationIds),
    retryJudging: () => retryJudging(queues.queue(QUEUES.deployments)),
    outbound,
    model,
    oidc,
    pipelineIssuers: createPipelineIssuers(outbound),
    secretBox,
    liveDeliveries: updates.liveDeliveries,
    liveNotifications: updates.liveNotifications,
    links: createSignedLinks(secrets),
    stripe: await openStripe(config.billing.stripe, logger),
    stopping: stop.signal,
    runInBackground: background.start,
    wakeRelay: relay.request,
    wakeDeliveries: createDeliveryWaker(queues.queue(QUEUES.deliveries), (error) =>
      logger.warn({ err: error }, 'deliveries not queued; the sweeper retries'),
    ),
    publishDeliveries: updates.publishDeliveries,
    publishNotifications: updates.publishNotifications,
  };

  return {
    services,
    queues,
    endSubscriptions: updates.endSubscriptions,
    async close() {
      stop.abort();
      // Ends captures, which return to the queue, before the queues wait for them.
      await browsers.close();
      await diffWorkers.close();
      // Background work may need a queue, and closing queues may start background work.
      await background.drained();
      await queues.close();
      await background.drained();
      await collection.close();
      await scriptSightings.flush();
      await mail.close();
      await relay.flush();
      await updates.close();
      outbound.close();
      documents.close();
      model?.close();
      oidc?.close();
      sharedCalls?.close();
      await database.close();
    },
  };
}
