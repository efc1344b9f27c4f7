import { type Failure, isFailure } from './failure.ts';

/** What is sent: the whole request's body. */
export type Body = Readonly<Record<string, unknown>> & { readonly content: string };

/** A comment that has not arrived yet, though it was sent. It is kept until it has. */
export interface Letter {
  readonly body: Body;
  /** Why it has not arrived yet; null while it is under way for the first time. */
  failure: Failure | null;
  /** What the service stored. Rejects with the {@link Failure} that no repeating can cure, or when it was taken back. */
  readonly arrival: Promise<unknown>;
  /** Called after each try that failed for now; null while nobody sees it. */
  listener: ((failure: Failure) => void) | null;
  retry(): void;
  /** Ends the tries. */
  takeBack(): void;
}

/** Comments on their way, kept in memory. */
export interface Outbox {
  send(body: Body): Letter;
  waiting(): readonly Letter[];
}

/** Stores one comment; the key makes a repeat of it harmless. */
export type Deliver = (body: Body, idempotencyKey: string) => Promise<unknown>;

const FIRST_PAUSE_MS = 3_000;
const LAST_PAUSE_MS = 60_000;
const isPassing = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500;

/** Sends comments, and again what did not arrive: after growing pauses, or at once when the network is back. */
export function makeOutbox(deliver: Deliver, onChange: () => void, signal: AbortSignal): Outbox {
  const letters = new Set<Sealed>();
  // The same comment sent again after a refusal must not become a second annotation.
  let refused = NOTHING;

  const warn = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    // What older browsers go by.
    event.returnValue = '';
  };
  const changed = () => {
    if (letters.size > 0) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
    if (!signal.aborted) onChange();
  };
  const drop = (letter: Sealed) => {
    clearTimeout(letter.timer);
    letters.delete(letter);
    changed();
  };
  const attempt = async (letter: Sealed) => {
    clearTimeout(letter.timer);
    if (letter.isUnderWay || !letters.has(letter)) return;
    letter.isUnderWay = true;
    try {
      letter.arrive(await deliver(letter.body, letter.key));
      drop(letter);
    } catch (error) {
      if (!isFailure(error)) {
        drop(letter);
        letter.give(error);
      } else if (letters.has(letter)) onFailed(letter, error);
    } finally {
      letter.isUnderWay = false;
    }
  };
  const onFailed = (letter: Sealed, failure: Failure) => {
    if (signal.aborted) return;
    letter.failure = failure;
    if (!isPassing(failure.status)) {
      refused = { json: JSON.stringify(letter.body), key: letter.key };
      drop(letter);
      letter.give(failure);
      return;
    }
    letter.timer = window.setTimeout(() => attempt(letter), Math.max(letter.pause, failure.retryAfter * 1000));
    letter.pause = Math.min(2 * letter.pause, LAST_PAUSE_MS);
    letter.listener?.(failure);
    changed();
  };

  window.addEventListener('online', () => [...letters].forEach(attempt), { signal });
  signal.addEventListener('abort', () => [...letters].forEach(drop));
  return {
    send(body) {
      let arrive: Sealed['arrive'] = () => {};
      let give: Sealed['give'] = () => {};
      const arrival = new Promise<unknown>((resolve, reject) => {
        [arrive, give] = [resolve, reject];
      });
      const key = refused.json === JSON.stringify(body) ? refused.key : randomKey();
      refused = NOTHING;
      const letter: Sealed = {
        ...{ body, key, arrival, arrive, give },
        ...{ failure: null, listener: null, pause: FIRST_PAUSE_MS, timer: 0, isUnderWay: false },
        retry: () => void attempt(letter),
        takeBack: () => drop(letter),
      };
      letters.add(letter);
      attempt(letter);
      return letter;
    },
    waiting: () => [...letters].filter(({ failure }) => failure),
  };
}

const NOTHING = { json: '', key: '' };

interface Sealed extends Letter {
  readonly key: string;
  pause: number;
  timer: number;
  isUnderWay: boolean;
  arrive(stored: unknown): void;
  give(reason: unknown): void;
}

/** `crypto.randomUUID` is missing on pages without HTTPS. */
const randomKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(36)).join('');
