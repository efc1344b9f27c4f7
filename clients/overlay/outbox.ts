import { randomId } from '../shared/random-id.ts';
import { Failure } from './failure.ts';

/** What is sent: the whole request's body. */
export type Body = Readonly<Record<string, unknown>> & { readonly content: string };

/** A comment that was sent and has not arrived yet. It is kept until it has, or until a person takes it back. */
export interface Letter {
  readonly body: Body;
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

/** Comments on their way, kept in memory. */
export interface Outbox {
  send(body: Body): Letter;
  /** Those that a try has failed for. */
  waiting(): readonly Letter[];
}

/** What an outbox needs, and whom it tells. */
export interface OutboxHandlers {
  /** Stores one comment; the key makes a repeat of it harmless. */
  deliver(body: Body, idempotencyKey: string): Promise<unknown>;
  onArrived(letter: Letter, stored: unknown): void;
  onRefused(letter: Letter): void;
  onChange(): void;
}

const FIRST_PAUSE_MS = 3_000;
const LAST_PAUSE_MS = 60_000;
const isPassing = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500;

/** What has not arrived, by project: an overlay that is started again sends what the last one could not. */
const mail = new Map<string, Set<Sealed>>();

/** Sends comments, and again what did not arrive: after growing pauses, or at once when the network is back. */
export function makeOutbox(project: string, handlers: OutboxHandlers, signal: AbortSignal): Outbox {
  const letters = mail.get(project) ?? new Set<Sealed>();
  mail.set(project, letters);

  const warn = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    // What older browsers go by.
    event.returnValue = '';
  };
  const guard = () => {
    if (letters.size > 0) window.addEventListener('beforeunload', warn, { signal });
    else window.removeEventListener('beforeunload', warn);
  };
  const changed = () => {
    if (signal.aborted) return;
    guard();
    handlers.onChange();
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
    let stored: unknown;
    try {
      stored = await handlers.deliver(letter.body, letter.key);
    } catch (error) {
      letter.isUnderWay = false;
      if (!signal.aborted && letters.has(letter)) onFailed(letter, error);
      return;
    }
    drop(letter);
    if (signal.aborted) return;
    handlers.onArrived(letter, stored);
    letter.watcher?.onArrived();
  };
  const onFailed = (letter: Sealed, reason: unknown) => {
    letter.failure = reason;
    const willPass = reason instanceof Failure && isPassing(reason.status);
    letter.isRefused = !willPass;
    if (!willPass) handlers.onRefused(letter);
    else {
      letter.timer = window.setTimeout(() => attempt(letter), Math.max(letter.pause, reason.retryAfter * 1000));
      letter.pause = Math.min(2 * letter.pause, LAST_PAUSE_MS);
    }
    letter.watcher?.onFailed();
    changed();
  };
  const sealed = (body: Body): Sealed => ({
    body,
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
  const post = (letter: Sealed) => {
    letter.retry = () => void attempt(letter);
    letter.takeBack = () => drop(letter);
    letters.add(letter);
    if (!letter.isRefused) attempt(letter);
    return letter;
  };
  const retryAll = () => {
    for (const letter of [...letters]) if (!letter.isRefused) attempt(letter);
  };

  window.addEventListener('online', retryAll, { signal });
  signal.addEventListener('abort', () => {
    for (const letter of letters) {
      clearTimeout(letter.timer);
      letter.isUnderWay = false;
    }
  });
  for (const letter of letters) post(letter);
  guard();
  return {
    send: (body) => post(sealed(body)),
    waiting: () => [...letters].filter(({ failure }) => failure),
  };
}

interface Sealed extends Letter {
  readonly key: string;
  failure: unknown;
  isRefused: boolean;
  pause: number;
  timer: number;
  isUnderWay: boolean;
}
