import { randomId } from '../../shared/random-id.ts';
import { isPassing } from '../service/passing.ts';

/** What is sent: the whole request's body, of which a reply has the content alone. */
export type Body = Readonly<Record<string, unknown>> & { readonly content: string };

/** A comment or a reply that was sent and has not arrived yet. It is kept until it has, or until a person takes it back. */
export interface UnsentComment {
  readonly body: Body;
  /** Id of the annotation that this is a reply to; empty for a comment. */
  readonly replyTo: string;
  /** Why the last try failed: a Failure, or an error of the page's own code. Null while it is under way for the first time. */
  readonly failure: unknown;
  /** No repeating cures the failure; a person must look at it. */
  readonly isRefused: boolean;
  /** Told how the tries end; null while no form shows it. */
  watcher: { onArrived(): void; onFailed(): void } | null;
  retry(): void;
  /** Ends the tries. */
  takeBack(): void;
}

/** Comments and replies on their way, kept in memory. */
export interface Outbox {
  send(body: Body, replyTo?: string): UnsentComment;
  /** Those that a try has failed for. */
  waiting(): readonly UnsentComment[];
  /** The reply to this annotation that has not arrived, also while its first try is under way. */
  replyTo(id: string): UnsentComment | null;
  /** Nothing is under way, and nothing waits. */
  readonly isEmpty: boolean;
}

/** What an outbox needs, and whom it tells. */
export interface OutboxHandlers {
  /** Stores one; the key makes a repeat of it harmless. */
  deliver(comment: UnsentComment, idempotencyKey: string): Promise<unknown>;
  /** What it throws is a failure that a person may repeat: the service knows the comment by its key. */
  onArrived(comment: UnsentComment, stored: unknown): void;
  onRefused(comment: UnsentComment): void;
  onChange(): void;
}

const FIRST_PAUSE_MS = 3_000;
const LAST_PAUSE_MS = 60_000;
/** The most that a service is waited for, whatever it says. */
const LONGEST_MS = 3_600_000;

/** What has not arrived, by project: an overlay that is started again sends what the last one could not. */
const unsentByProject = new Map<string, Set<QueuedComment>>();

/** Sends comments, and again what did not arrive: after growing pauses, or at once when the network is back. */
export function makeOutbox(project: string, handlers: OutboxHandlers, signal: AbortSignal): Outbox {
  const comments = unsentByProject.get(project) ?? new Set<QueuedComment>();
  unsentByProject.set(project, comments);

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
    if (comment.isUnderWay || !comments.has(comment)) return;
    comment.isUnderWay = true;
    try {
      const stored = await handlers.deliver(comment, comment.key);
      if (!signal.aborted) {
        handlers.onArrived(comment, stored);
        comment.watcher?.onArrived();
      }
      drop(comment);
    } catch (error) {
      comment.isUnderWay = false;
      if (!signal.aborted && comments.has(comment)) onFailed(comment, error);
    }
  };
  const onFailed = (comment: QueuedComment, reason: unknown) => {
    const mayPass = isPassing(reason);
    comment.failure = reason;
    comment.isRefused = !mayPass;
    if (mayPass) {
      comment.timer = window.setTimeout(
        () => attempt(comment),
        Math.max(comment.pause, Math.min(reason.retryAfter * 1000, LONGEST_MS)),
      );
      comment.pause = Math.min(2 * comment.pause, LAST_PAUSE_MS);
    } else handlers.onRefused(comment);
    comment.watcher?.onFailed();
    changed();
  };
  const queued = (body: Body, replyTo: string): QueuedComment => ({
    body,
    replyTo,
    key: randomId(),
    failure: null,
    isRefused: false,
    watcher: null,
    pause: FIRST_PAUSE_MS,
    timer: 0,
    isUnderWay: false,
    retry: () => {},
    takeBack: () => {},
  });
  const post = (comment: QueuedComment) => {
    comment.retry = () => void attempt(comment);
    comment.takeBack = () => drop(comment);
    comments.add(comment);
    if (!comment.isRefused) attempt(comment);
    return comment;
  };
  const retryAll = () => {
    for (const comment of [...comments]) if (!comment.isRefused) attempt(comment);
  };

  window.addEventListener('online', retryAll, { signal });
  signal.addEventListener('abort', () => {
    for (const comment of comments) {
      clearTimeout(comment.timer);
      comment.isUnderWay = false;
    }
  });
  for (const comment of comments) post(comment);
  return {
    send: (body, replyTo = '') => post(queued(body, replyTo)),
    waiting: () => [...comments].filter(({ failure }) => failure),
    replyTo: (id) => [...comments].find(({ replyTo }) => replyTo === id) ?? null,
    get isEmpty() {
      return comments.size === 0;
    },
  };
}

interface QueuedComment extends UnsentComment {
  readonly key: string;
  failure: unknown;
  isRefused: boolean;
  pause: number;
  timer: number;
  isUnderWay: boolean;
}
