import { listen } from './listen.ts';

/**
 * Event by which the scripts on a page find each other without globals, storage or DOM changes. The
 * asking script dispatches it with a callback in `detail`; an active collector calls back
 * synchronously with its session.
 */
const EVENT_NAME = 'svc-session';

/** Returns the id of the session that is collected on this page; empty if none is. Never throws. */
export function findSession(): string {
  let session = '';
  try {
    const detail = (respond: unknown) => {
      if (typeof respond === 'string') session = respond.slice(0, 128);
    };
    document.dispatchEvent(new CustomEvent(EVENT_NAME, { detail }));
  } catch {
    // The page may have replaced a built-in; there is no session then.
  }
  return session;
}

/** Answers {@link findSession} until the signal aborts. */
export function provideSession(session: string, signal: AbortSignal): void {
  const respond = (event: Event) => {
    try {
      const { detail } = event as CustomEvent<unknown>;
      if (typeof detail === 'function') detail(session);
    } catch {
      // Errors of the callback belong to the script that passed it.
    }
  };
  listen(signal, document, EVENT_NAME, respond);
}
