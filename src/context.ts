import type pg from 'pg';
import type { Config } from './config/config.ts';
import type { AuthorizationServer } from './infrastructure/authorization-server/authorization-server.ts';
import type { BrowserPool } from './infrastructure/capture/browser-pool.ts';
import type { DiffWorkerPool } from './infrastructure/comparison/diff-worker-pool.ts';
import type { Database } from './infrastructure/database/connect-database.ts';
import type { Queryable } from './infrastructure/database/transaction.ts';
import type { LiveReference, LiveUpdates } from './infrastructure/live-updates/live-updates.ts';
import type { Mailer } from './infrastructure/mail/mailer.ts';
import type { ModelClient } from './infrastructure/model/model-client.ts';
import type { OidcClient } from './infrastructure/oidc/oidc-client.ts';
import type { OutboundClient } from './infrastructure/outbound/client.ts';
import type { PipelineIssuers } from './infrastructure/pipelines/pipeline-issuers.ts';
import type { RateLimitState, RateLimitStore } from './infrastructure/rate-limit-store/rate-limit-store.ts';
import type { AccessTokens, VerifiedToken } from './infrastructure/secrets/access-tokens.ts';
import type { SecretBox } from './infrastructure/secrets/secret-box.ts';
import type { SignedLinks } from './infrastructure/secrets/signed-links.ts';
import type { PanelGrants, TokenGrant, TokenGrants } from './infrastructure/secrets/token-grant.ts';
import type { ObjectStorage } from './infrastructure/storage/object-storage.ts';
import type { SignedUrls } from './infrastructure/storage/signed-urls.ts';
import type { StripeApi } from './infrastructure/stripe/stripe.ts';
import type { Logger } from './infrastructure/telemetry/logger.ts';
import type { Metrics } from './infrastructure/telemetry/metrics.ts';
import type { SingleFlight } from './lib/single-flight.ts';
import type { Collection, HourlyQuota } from './types/collection.ts';
import type { NotificationUpdate } from './types/notification-update.ts';
import type { ScriptSightings } from './types/script-sightings.ts';
import type { LiveUpdate } from './types/snapshot-update.ts';
import type { WebhookDeliveryRecord } from './types/webhook-delivery-record.ts';

/**
 * Client of an operation. `reason` tells why its credential was rejected; `grant` limits the right
 * of an access token or of the panel.
 */
export type Actor =
  | { kind: 'anonymous'; reason?: string }
  | ({ kind: 'user'; grant?: TokenGrant } & VerifiedToken)
  | { kind: 'system' };

/** Memory that a request may use for its response. */
export interface ResponseBudget {
  /**
   * Reserves bytes that were read for the response.
   *
   * @throws BAD_USER_INPUT if the response exceeds its maximum size
   * @throws UNAVAILABLE while other responses use up the memory
   */
  reserve(bytes: number): void;
  /**
   * Replaces the reservations by the size of the finished response.
   *
   * @throws the errors of `reserve`
   */
  setSize(bytes: number): void;
  /**
   * Reserves bytes for one event of a stream.
   *
   * @returns releases them; call it when the next event is requested
   * @throws UNAVAILABLE while other responses use up the memory
   */
  reserveEvent(bytes: number): () => void;
}

/** Client and limits of one request, one operation of a socket or one job. */
export interface CallContext {
  actor: Actor;
  requestId: string;
  /** Client address according to TRUST_PROXY; `local` for jobs. */
  ip: string;
  /** Header `x-project-key`. */
  projectKey: string | undefined;
  /** Header `x-visitor-token`: tokens of a visitor, separated by commas. */
  visitorTokens: string | undefined;
  /** First 256 characters of the header `user-agent`. */
  userAgent: string | undefined;
  /** Header `origin`. */
  origin: string | undefined;
  /** Header `referer`. */
  referer: string | undefined;
  /** Whether the header `dnt: 1` or `sec-gpc: 1` was sent. */
  doNotTrack: boolean;
  /** Header `idempotency-key`. */
  idempotencyKey: string | undefined;
  /** Aborts when the client disconnects before the end of the response. */
  signal?: AbortSignal;
  /** Absent for jobs, and for requests without a client that reads a response. */
  responseBudget?: ResponseBudget;
  logger: Logger;
  /** Facts about the reader of the response that guards found. */
  reader: {
    /** Whether the response contains data that a guest reads; it omits what guests may not see. */
    isGuest?: true;
    /** Whether the access token of the reader does not include diagnostics. */
    isWithoutDiagnostics?: true;
  };
  /** State of the rate limits that the request counted against, for the response headers. */
  rateLimit: {
    /** The limit with the fewest remaining calls. */
    nearest?: RateLimitState;
    /** Whether a field of the request was counted. */
    counted?: true;
    /** Whether `nearest` is exceeded. */
    rejected?: true;
  };
}

/**
 * Runs in the transaction of a change in a core area.
 *
 * @param id of the changed row
 */
export type ChangeHandler = (sql: Queryable, call: CallContext, id: string) => Promise<void>;

/** Handlers of add-ons for changes in core areas, each list in the order of execution. */
export interface ChangeHandlers {
  /** Before the row is deleted. */
  commentDeletion: readonly ChangeHandler[];
  projectDeletion: readonly ChangeHandler[];
  organizationDeletion: readonly ChangeHandler[];
  /** After the commit, in the background. */
  afterOrganizationDeletion: readonly (() => Promise<void>)[];
}

/** Everything that resolvers may use, composed once per process by `src/container`. */
export interface Services {
  config: Config;
  logger: Logger;
  db: Database;
  pool: pg.Pool;
  accessTokens: AccessTokens;
  tokenGrants: TokenGrants;
  authorizationServer: AuthorizationServer;
  panelGrants: PanelGrants;
  rateLimitStore: RateLimitStore;
  live: LiveUpdates<LiveUpdate>;
  collection: Collection;
  scriptSightings: ScriptSightings;
  /** Limits the bytes of visitors' annotations. */
  annotationQuota: HourlyQuota;
  metrics: Metrics;
  changeHandlers: ChangeHandlers;
  mail: Mailer;
  objects: ObjectStorage;
  objectUrls: SignedUrls;
  browsers: BrowserPool;
  diffWorkers: DiffWorkerPool;
  /** Shares work between concurrent calls. */
  singleFlight: SingleFlight;
  /** HTTP client for addresses that users enter. */
  outbound: OutboundClient;
  /** Absent if no OpenID provider is configured. */
  oidc: OidcClient | undefined;
  pipelineIssuers: PipelineIssuers;
  /** Absent if no model is configured. */
  model: ModelClient | undefined;
  /** Encrypts stored secrets, such as those of webhooks. */
  secretBox: SecretBox;
  liveDeliveries: LiveUpdates<WebhookDeliveryRecord>;
  liveNotifications: LiveUpdates<NotificationUpdate>;
  links: SignedLinks;
  /** Absent if plans are billed by invoice only. */
  stripe: StripeApi | undefined;
  /** Aborts when the process stops; work in batches ends after the current one. */
  stopping: AbortSignal;
  /**
   * Runs work that no response waits for. A stopping process completes it.
   *
   * @param name identifies a failure in the log
   */
  runInBackground(name: string, work: () => Promise<void>): void;
  /**
   * Requests a relay of committed events, without waiting. A sweeper finds events that are missed.
   */
  wakeRelay(): void;
  /**
   * Wakes workers for due snapshots, without waiting. A sweeper finds snapshots that are missed.
   */
  wakeCaptures(): void;
  /**
   * Wakes workers for deployments, without waiting. A sweeper finds those that are missed.
   */
  wakeDeployments(): void;
  /**
   * Queues resolved annotations whose looks are judged and guarded. A job may run again.
   *
   * @throws Error if the queue does not respond
   */
  queueJudging(annotationIds: readonly string[]): Promise<void>;
  /** Judges again what failed at every attempt of a job. */
  retryJudging(): Promise<void>;
  /** Queues due deliveries, without waiting. A sweeper finds deliveries that are missed. */
  wakeDeliveries(deliveries: { id: string; destination: string }[]): void;
  /** Publishes new and changed deliveries to live subscribers, in batches. */
  publishDeliveries(deliveries: { id: string; webhookId: string }[]): void;
  /**
   * Publishes new notifications to live subscribers, in batches. The topic is the membership; its
   * id stands for a change of its number of unread ones.
   */
  publishNotifications(references: LiveReference[]): void;
}

/**
 * A call with the services that its code uses: `Context<'pool' | 'logger'>`. Without a selection it
 * has all services, for the edges and the composition root.
 */
export interface Context<Port extends keyof Services = keyof Services> extends CallContext {
  services: Pick<Services, Port>;
}

/** Context of jobs, commands, the demo and tests. */
export function systemContext<Selected extends Pick<Services, 'logger'>>(
  services: Selected,
): CallContext & { services: Selected } {
  return {
    services,
    actor: { kind: 'system' },
    requestId: 'system',
    ip: 'local',
    projectKey: undefined,
    visitorTokens: undefined,
    userAgent: undefined,
    origin: undefined,
    referer: undefined,
    doNotTrack: false,
    idempotencyKey: undefined,
    logger: services.logger,
    reader: {},
    rateLimit: {},
  };
}
