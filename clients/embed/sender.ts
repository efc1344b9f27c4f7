import { quietly } from './guard.ts';

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Requests that wait; of more, the oldest go. */
const MAX_WAITING = 20;
/** Beacons of a page share 64 KiB. */
const MAX_BEACON = 60_000;
/** Below, compressing costs more than it saves. */
const WORTH_PACKING = 4_000;

interface Message {
  path: string;
  body: string;
  attempts: number;
}

/** Sends one request after the other, each up to five times. */
export interface Sender {
  send(path: string, body: string): void;
  /** Nothing waits to be sent. */
  isFree(): boolean;
  /** The page goes, maybe for good: hands what waits, and `more`, to the browser. */
  leave(more: [path: string, body: string][]): void;
  stop(): void;
}

/**
 * @param onLost a request was given up after its last attempt
 * @param onRefused the service does not want anything from here
 */
export function makeSender(api: string, onLost: () => void, onRefused: () => void): Sender {
  let waiting: Message[] = [];
  let sending = false;
  let stopped = false;

  const next = quietly(() => {
    const [message] = waiting;
    if (sending || stopped || !message) return;
    sending = true;
    message.attempts++;
    post(api + message.path, message.body).then(
      quietly((response: Response) => {
        if (response.status < 400) settle(message);
        else if (response.status === 429 || response.status >= 500)
          again(message, Number(response.headers.get('retry-after')));
        else if (response.status === 401 || response.status === 403) onRefused();
        else {
          settle(message);
          onLost();
        }
      }),
      quietly(() => again(message, 0)),
    );
  });

  function settle(message: Message): void {
    sending = false;
    waiting = waiting.filter((other) => other !== message);
    next();
  }

  function again(message: Message, seconds: number): void {
    if (message.attempts >= ATTEMPTS) {
      settle(message);
      onLost();
      return;
    }
    const wait = Math.max(
      FIRST_WAIT_MS * 2 ** (message.attempts - 1) * (0.9 + Math.random() / 5),
      seconds * 1_000 || 0,
    );
    setTimeout(
      () => {
        sending = false;
        next();
      },
      Math.min(wait, LONGEST_WAIT_MS),
    );
  }

  return {
    isFree: () => waiting.length === 0,
    send(path, body) {
      if (stopped) return;
      waiting.push({ path, body, attempts: 0 });
      // The first may be under way.
      if (waiting.length > MAX_WAITING) waiting.splice(1, 1);
      next();
    },
    leave(more) {
      // What is under way goes once more: the service knows a repeat.
      for (const { path, body } of waiting) beacon(api + path, body);
      for (const [path, body] of more) {
        if (!beacon(api + path, body)) waiting.push({ path, body, attempts: 0 });
      }
    },
    stop() {
      stopped = true;
      waiting = [];
    },
  };
}

function beacon(url: string, body: string): boolean {
  return body.length < MAX_BEACON && typeof navigator.sendBeacon === 'function' && navigator.sendBeacon(url, body);
}

/** As text/plain, which needs no preflight. */
async function post(url: string, text: string): Promise<Response> {
  const body = text.length > WORTH_PACKING ? await packed(text) : text;
  return fetch(url, { method: 'POST', body, credentials: 'omit', keepalive: text.length < MAX_BEACON });
}

/** Compressed where the browser can; the service knows gzip by its first bytes. */
async function packed(text: string): Promise<string | Blob> {
  if (typeof CompressionStream !== 'function') return text;
  try {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Blob([await new Response(stream).arrayBuffer()], { type: 'text/plain' });
  } catch {
    return text;
  }
}
