import { bytesOf, MAX_KEPT_BYTES, post, postOnExit } from './post.ts';
import { suppressErrors } from './suppress-errors.ts';

const MAX_ATTEMPTS = 5;
const FIRST_DELAY_MS = 1_000;
/** Factor between delays: the four delays sum up to 40 s, enough for a restart of the service. */
const BACKOFF_FACTOR = 3;
const MAX_DELAY_MS = 30_000;
/** Maximum queue length; the oldest requests are dropped. */
const MAX_QUEUED = 20;

interface Message {
  path: string;
  body: string;
  /** Attempts that count towards the maximum; those on page exit do not. */
  attempts: number;
  /** Number of all attempts, those on page exit included. */
  attemptId: number;
  /** True while in flight or waiting for a retry. */
  isBusy?: boolean;
  isInFlight?: boolean;
}

/** Sends requests sequentially, each with up to five attempts. */
export interface Sender {
  send(path: string, body: string): void;
  /** True if the queue is empty. */
  isIdle(): boolean;
  /**
   * Sends queued requests and these bodies in parallel on page exit, within the keepalive budget.
   */
  sendOnExit(path: string, bodies: string[]): void;
  stop(): void;
}

const messageOf = (path: string, body: string): Message => ({ path, body, attempts: 0, attemptId: 0 });

/**
 * @param onLost called when a request failed for good
 * @param onRejected called when the service rejects the project
 */
export function createSender(api: string, onLost: () => void, onRejected: () => void): Sender {
  let queue: Message[] = [];
  let isStopped = false;

  const next = suppressErrors(() => {
    const [message] = queue;
    if (isStopped || !message || queue.some(({ isBusy }) => isBusy)) return;
    message.attempts++;
    attempt(message, post);
  });

  function attempt(message: Message, by: typeof post | typeof postOnExit): void {
    message.isBusy = true;
    message.isInFlight = true;
    const attemptId = ++message.attemptId;
    const retryAfter = (seconds: number) => {
      // An attempt on page exit may have started meanwhile.
      if (message.attemptId === attemptId) retry(message, seconds);
    };
    const response = by(api + message.path, message.body);
    if (!response) {
      settle(message);
      return;
    }
    response.then(
      suppressErrors(({ status, headers }: Response) => {
        if (status < 400) settle(message);
        else if (status === 429 || status >= 500) retryAfter(Number(headers.get('retry-after')));
        else if (status === 401 || status === 403) onRejected();
        else {
          settle(message);
          onLost();
        }
      }),
      suppressErrors(() => retryAfter(0)),
    );
  }

  function settle(message: Message): void {
    queue = queue.filter((other) => other !== message);
    next();
  }

  function retry(message: Message, seconds: number): void {
    const { attempts, attemptId } = message;
    message.isInFlight = false;
    if (attempts >= MAX_ATTEMPTS) {
      settle(message);
      onLost();
      return;
    }
    const delay = Math.max(
      FIRST_DELAY_MS * BACKOFF_FACTOR ** (attempts - 1) * (0.9 + Math.random() / 5),
      seconds * 1_000 || 0,
    );
    setTimeout(
      () => {
        if (message.attemptId !== attemptId) return;
        message.isBusy = false;
        next();
      },
      Math.min(delay, MAX_DELAY_MS),
    );
  }

  return {
    isIdle: () => queue.length === 0,
    send(path, body) {
      if (isStopped) return;
      queue.push(messageOf(path, body));
      if (queue.length > MAX_QUEUED) {
        // The first one may be in flight.
        queue.splice(1, 1);
        onLost();
      }
      next();
    },
    sendOnExit(path, bodies) {
      if (isStopped) return;
      for (const body of bodies) queue.push(messageOf(path, body));
      let bytesLeft = MAX_KEPT_BYTES;
      for (const message of [...queue]) {
        const bytes = bytesOf(message.body);
        if (bytes > bytesLeft) continue;
        bytesLeft -= bytes;
        if (!message.isInFlight) suppressErrors(attempt)(message, postOnExit);
      }
      next();
    },
    stop() {
      isStopped = true;
      queue = [];
    },
  };
}
