import type { RateLimitState } from './infrastructure/call-counter/call-counter.ts';
import type { VerifiedToken } from './infrastructure/secrets/access-tokens.ts';
import type { Logger } from './infrastructure/telemetry/logger.ts';
import type { Services } from './services.ts';

/** Who calls. An unauthenticated caller is an object too; `reason` says why a credential that was sent did not count. */
export type Actor = { kind: 'anonymous'; reason?: string } | ({ kind: 'user' } & VerifiedToken) | { kind: 'system' };

/** Where the answer of a request counts what it takes up. */
export interface AnswerRoom {
  /**
   * Counts bytes that were read for it.
   * @throws BAD_USER_INPUT where it gets too large for one answer, UNAVAILABLE where others take up the room
   */
  take(bytes: number): void;
  /** Counts the answer itself, in place of what it was made of. @throws as `take` */
  made(bytes: number): void;
  /**
   * Counts one event of a stream.
   * @throws UNAVAILABLE where others take up the room
   * @returns to be called when the next event is asked for: gives back what this one took, once the connection has taken it
   */
  hold(bytes: number): () => void;
}

/** What one request, one socket's operation or one job carries through schema and resolvers. */
export interface Context {
  services: Services;
  actor: Actor;
  requestId: string;
  /** The caller's address, by TRUST_PROXY; `local` for jobs. */
  ip: string;
  /** Header `x-project-key`. */
  projectKey: string | undefined;
  /** Header `user-agent`, its first 256 characters. */
  userAgent: string | undefined;
  /** Header `origin`. */
  origin: string | undefined;
  /** Header `referer`. */
  referer: string | undefined;
  /** Whether the caller asks not to be tracked: header `dnt: 1` or `sec-gpc: 1`. */
  doNotTrack: boolean;
  /** Header `idempotency-key`. */
  idempotencyKey: string | undefined;
  /** Aborts when the caller has gone before the end of the answer. */
  signal?: AbortSignal;
  /** Absent for our own work, and where no answer waits for its reader. */
  answer?: AnswerRoom;
  logger: Logger;
  /** The limit nearest to its end among those this request counted against; the edges send it as headers. */
  rateLimit: {
    nearest?: RateLimitState;
    /** Set once one of its fields was counted. */
    counted?: true;
    /** Set when it was one too many: `nearest` says when the next may come. */
    refused?: true;
  };
}

/** The context of our own work: jobs, the demo, tests of resolvers. */
export function systemContext(services: Services): Context {
  return {
    services,
    actor: { kind: 'system' },
    requestId: 'system',
    ip: 'local',
    projectKey: undefined,
    userAgent: undefined,
    origin: undefined,
    referer: undefined,
    doNotTrack: false,
    idempotencyKey: undefined,
    logger: services.logger,
    rateLimit: {},
  };
}
