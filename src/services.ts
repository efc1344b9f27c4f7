import type pg from 'pg';
import type { Config } from './config/config.ts';
import type { CallCounter } from './infrastructure/call-counter/call-counter.ts';
import type { BrowserPool } from './infrastructure/capture/browser-pool.ts';
import type { Comparer } from './infrastructure/comparison/diff-worker-pool.ts';
import type { Database } from './infrastructure/database/connect-database.ts';
import type { LiveUpdates } from './infrastructure/live-updates/live-updates.ts';
import type { Mailer } from './infrastructure/mail/mailer.ts';
import type { OutboundClient } from './infrastructure/outbound/client.ts';
import type { AccessTokens } from './infrastructure/secrets/access-tokens.ts';
import type { SecretBox } from './infrastructure/secrets/secret-box.ts';
import type { SignedLinks } from './infrastructure/secrets/signed-links.ts';
import type { ObjectStorage } from './infrastructure/storage/object-storage.ts';
import type { SignedUrls } from './infrastructure/storage/signed-urls.ts';
import type { StripeApi } from './infrastructure/stripe/stripe.ts';
import type { Logger } from './infrastructure/telemetry/logger.ts';
import type { Metrics } from './infrastructure/telemetry/metrics.ts';
import type { SingleFlight } from './lib/single-flight.ts';
import type { Collection, HourlyRoom } from './types/collection.ts';
import type { LiveUpdate } from './types/snapshot-update.ts';
import type { WebhookDeliveryRecord } from './types/webhook-delivery-record.ts';

/** The infrastructure that resolvers may use, wired once per process by `src/container/create-container.ts`. */
export interface Services {
  config: Config;
  logger: Logger;
  db: Database;
  pool: pg.Pool;
  accessTokens: AccessTokens;
  calls: CallCounter;
  live: LiveUpdates<LiveUpdate>;
  collection: Collection;
  /** For annotations of visitors. */
  annotationRoom: HourlyRoom;
  metrics: Metrics;
  mail: Mailer;
  objects: ObjectStorage;
  objectUrls: SignedUrls;
  browsers: BrowserPool;
  comparer: Comparer;
  /** Work that several calls want at once. */
  singleFlight: SingleFlight;
  /** Calls to addresses that users name. */
  outbound: OutboundClient;
  /** Seals what users entrust to us, such as the secrets of their webhooks. */
  secretBox: SecretBox;
  liveDeliveries: LiveUpdates<WebhookDeliveryRecord>;
  links: SignedLinks;
  /** Absent: everyone is billed by hand. */
  stripe: StripeApi | undefined;
  /** Aborts when this process begins to stop: work that goes on batch by batch ends after the one at hand. */
  stopping: AbortSignal;
  /** Work that no answer waits for. A stop waits for it; a failure is logged under the name. */
  afterwards(name: string, work: () => Promise<void>): void;
  /** Tells the relay that events were committed. Returns at once; the sweeper finds what it misses. */
  nudgeRelay(): void;
  /** Tells the workers that snapshots are due. Returns at once; the sweeper finds what it misses. */
  nudgeCaptures(): void;
  /** Has some worker attempt deliveries that are due. Returns at once; the sweeper finds what gets lost. */
  nudgeDeliveries(deliveries: { id: string; lane: string }[]): void;
  /** Tells live subscribers, soon, that deliveries were written or have changed. */
  publishDeliveries(deliveries: { id: string; webhookId: string }[]): void;
}
