import { randomId } from '../../shared/random-id.ts';
import { isBlockedByPolicy } from '../service/error-messages.ts';
import { isRetryable } from '../service/request-error.ts';
import { listen } from '../shadow-host/elements.ts';

const FIRST_DELAY_MS = 3_000;
const MAX_DELAY_MS = 60_000;
/** Upper bound for the delay that the service asks for. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Body of the create request. A reply uses its content only. */
export type CommentBody = Readonly<Record<string, unknown>> & { readonly content: string };

/**
 * A comment or a reply that is not stored yet. It is kept until it is stored or a person discards
 * it.
 */
export interface PendingComment {
  readonly body: CommentBody;
  /** Id of the annotation that is replied to; empty for a new comment. */
  readonly replyTo: string;
  /** Files to attach. */
  readonly files: readonly File[];
  /** Names of the files that the service rejected. */
  readonly rejectedFiles: Set<string>;
  /**
   * Error of the last attempt: a RequestError, or an error of the page's own code. Null during the
   * first attempt.
   */
  readonly failure: unknown;
  /** True when a retry cannot succeed and a person has to act. */
  readonly isRejected: boolean;
  /** Informed of the outcome; null while no form shows the comment. */
  watcher: { onDelivered(): void; onFailed(): void } | null;
  retry(): void;
  /** Drops the comment and ends its retries. */
  discard(): void;
}

/** Queue of comments and replies that are not stored yet, kept in memory. */
export interface Outbox {
  send(body: CommentBody, replyTo?: string, files?: readonly File[]): PendingComment;
  /** Items with at least one failed attempt. */
  pending(): readonly PendingComment[];
  /** The reply to this annotation that is not stored yet, first attempts included. */
  replyTo(id: string): PendingComment | null;
  readonly isEmpty: boolean;
}

/** Transport and notifications of an outbox. */
export interface OutboxHandlers {
  /** Stores an item. The key makes repeated calls idempotent. */
  deliver(comment: PendingComment, idempotencyKey: string): Promise<unknown>;
  /** An error thrown here counts as a failed attempt, which may be retried with the same key. */
  onDelivered(comment: PendingComment, stored: unknown): void;
  onRejected(comment: PendingComment): void;
  onChange(): void;
}

interface QueuedComment extends PendingComment {
  readonly key: string;
  failure: unknown;
  isRejected: boolean;
  delay: number;
  timer: number;
  isInFlight: boolean;
}

/**
 * Pending items by project. They outlive an overlay, so that the next one on this page sends them.
 */
const pendingByProject = new Map<string, Set<QueuedComment>>();

/**
 * Creates an outbox that retries failed items with exponential backoff, and at once when the
 * network is back.
 */
export function createOutbox(project: string, handlers: OutboxHandlers, signal: AbortSignal): Outbox {
  const comments = pendingByProject.get(project) ?? new Set<QueuedComment>();
  pendingByProject.set(project, comments);

  const changed = () => {
    if (!signal.aborted) handlers.onChange();
  };
  const drop = (comment: QueuedComment) => {
    clearTimeout(comment.timer);
    comments.delete(comment);
    changed();
  };
  const attempt = async (comment: QueuedComment) => {
    clearTimeout(comment.timer);
    if (comment.isInFlight || !comments.has(comment)) return;
    comment.isInFlight = true;
    try {
      const stored = await handlers.deliver(comment, comment.key);
      if (!signal.aborted) {
        handlers.onDelivered(comment, stored);
        comment.watcher?.onDelivered();
      }
      drop(comment);
    } catch (error) {
      comment.isInFlight = false;
      if (!signal.aborted && comments.has(comment)) onFailed(comment, error);
    }
  };
  const onFailed = (comment: QueuedComment, error: unknown) => {
    const mayRetry = isRetryable(error) && (error.status !== 0 || !isBlockedByPolicy(error.detail));
    comment.failure = error;
    comment.isRejected = !mayRetry;
    if (mayRetry) {
      const retryAfter = Math.min(error.retryAfter * 1000, MAX_RETRY_AFTER_MS);
      comment.timer = window.setTimeout(() => attempt(comment), Math.max(comment.delay, retryAfter));
      comment.delay = Math.min(2 * comment.delay, MAX_DELAY_MS);
    } else handlers.onRejected(comment);
    comment.watcher?.onFailed();
    changed();
  };
  const createItem = (body: CommentBody, replyTo: string, files: readonly File[]): QueuedComment => ({
    body,
    replyTo,
    files,
    rejectedFiles: new Set(),
    key: randomId(),
    failure: null,
    isRejected: false,
    watcher: null,
    delay: FIRST_DELAY_MS,
    timer: 0,
    isInFlight: false,
    retry: () => {},
    discard: () => {},
  });
  const enqueue = (comment: QueuedComment) => {
    comment.retry = () => void attempt(comment);
    comment.discard = () => drop(comment);
    comments.add(comment);
    if (!comment.isRejected) attempt(comment);
    return comment;
  };
  const retryAll = () => {
    for (const comment of [...comments]) if (!comment.isRejected) attempt(comment);
  };

  listen(signal, window, 'online', retryAll);
  signal.addEventListener('abort', () => {
    for (const comment of comments) {
      clearTimeout(comment.timer);
      comment.isInFlight = false;
    }
  });
  for (const comment of comments) enqueue(comment);
  return {
    send: (body, replyTo = '', files = []) => enqueue(createItem(body, replyTo, files)),
    pending: () => [...comments].filter(({ failure }) => failure),
    replyTo: (id) => [...comments].find(({ replyTo }) => replyTo === id) ?? null,
    get isEmpty() {
      return comments.size === 0;
    },
  };
}
