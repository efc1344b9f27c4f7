import { quietly } from './guard.ts';
import { bytesOf, MAX_KEPT_BYTES, post, postLast } from './post.ts';

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 1_000;
/** Four waits make 40 seconds: a service that is started anew is back by then. */
const TIMES_LONGER = 3;
const LONGEST_WAIT_MS = 30_000;
/** Requests that wait; of more, the oldest go. */
const MAX_WAITING = 20;

interface Message {
  path: string;
  body: string;
  /** Those that count. */
  attempts: number;
  /** Attempts, those of a page that was left included. */
  turn: number;
  /** On its way, or waiting for its next attempt. */
  busy?: boolean;
  onItsWay?: boolean;
}

/** Sends one request after the other, each up to five times. */
export interface Sender {
  send(path: string, body: string): void;
  /** Nothing waits to be sent. */
  isFree(): boolean;
  /** The page goes, maybe for good: sends what waits, and more, at once, as much as may outlive the page. */
  leave(path: string, bodies: string[]): void;
  stop(): void;
}

const messageOf = (path: string, body: string): Message => ({ path, body, attempts: 0, turn: 0 });

/**
 * @param onLost a request was given up after its last attempt
 * @param onRefused the service does not want anything from here
 */
export function makeSender(api: string, onLost: () => void, onRefused: () => void): Sender {
  let waiting: Message[] = [];
  let stopped = false;

  const next = quietly(() => {
    const [message] = waiting;
    if (stopped || !message || waiting.some(({ busy }) => busy)) return;
    message.attempts++;
    attempt(message, post);
  });

  function attempt(message: Message, by: typeof post | typeof postLast): void {
    message.busy = true;
    message.onItsWay = true;
    const turn = ++message.turn;
    const failed = (seconds: number) => {
      // Another attempt may be under way: the page was left meanwhile.
      if (message.turn === turn) again(message, seconds);
    };
    const answer = by(api + message.path, message.body);
    if (!answer) {
      settle(message);
      return;
    }
    answer.then(
      quietly(({ status, headers }: Response) => {
        if (status < 400) settle(message);
        else if (status === 429 || status >= 500) failed(Number(headers.get('retry-after')));
        else if (status === 401 || status === 403) onRefused();
        else {
          settle(message);
          onLost();
        }
      }),
      quietly(() => failed(0)),
    );
  }

  function settle(message: Message): void {
    waiting = waiting.filter((other) => other !== message);
    next();
  }

  function again(message: Message, seconds: number): void {
    const { attempts, turn } = message;
    message.onItsWay = false;
    if (attempts >= ATTEMPTS) {
      settle(message);
      onLost();
      return;
    }
    const wait = Math.max(
      FIRST_WAIT_MS * TIMES_LONGER ** (attempts - 1) * (0.9 + Math.random() / 5),
      seconds * 1_000 || 0,
    );
    setTimeout(
      () => {
        if (message.turn !== turn) return;
        message.busy = false;
        next();
      },
      Math.min(wait, LONGEST_WAIT_MS),
    );
  }

  return {
    isFree: () => waiting.length === 0,
    send(path, body) {
      if (stopped) return;
      waiting.push(messageOf(path, body));
      if (waiting.length > MAX_WAITING) {
        // The first may be under way.
        waiting.splice(1, 1);
        onLost();
      }
      next();
    },
    leave(path, bodies) {
      if (stopped) return;
      for (const body of bodies) waiting.push(messageOf(path, body));
      let room = MAX_KEPT_BYTES;
      for (const message of [...waiting]) {
        const bytes = bytesOf(message.body);
        if (bytes > room) continue;
        room -= bytes;
        if (!message.onItsWay) quietly(attempt)(message, postLast);
      }
      next();
    },
    stop() {
      stopped = true;
      waiting = [];
    },
  };
}
