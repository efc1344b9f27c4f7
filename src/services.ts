import type pg from 'pg';
import type { AnnotationUpdate } from './annotation-update.ts';
import type { Config } from './config.ts';
import type { AccessTokens } from './infrastructure/access-tokens.ts';
import type { CallCounter } from './infrastructure/call-counter.ts';
import type { Database } from './infrastructure/database.ts';
import type { LiveUpdates } from './infrastructure/live-updates/live-updates.ts';
import type { Logger } from './infrastructure/logger.ts';
import type { Mailer } from './infrastructure/mail.ts';
import type { Metrics } from './infrastructure/metrics.ts';
import type { SignedLinks } from './infrastructure/signed-links.ts';
import type { StripeApi } from './infrastructure/stripe/stripe.ts';

/** The infrastructure that resolvers may use, wired once per process by `src/wire.ts`. */
export interface Services {
  config: Config;
  logger: Logger;
  db: Database;
  pool: pg.Pool;
  accessTokens: AccessTokens;
  calls: CallCounter;
  live: LiveUpdates<AnnotationUpdate>;
  metrics: Metrics;
  mail: Mailer;
  links: SignedLinks;
  /** Absent: everyone is billed by hand. */
  stripe: StripeApi | undefined;
  /** Work that no answer waits for. A stop waits for it; a failure is logged under the name. */
  afterwards(name: string, work: () => Promise<void>): void;
  /** Tells the relay that events were committed. Returns at once; the sweeper finds what it misses. */
  nudgeRelay(): void;
}
