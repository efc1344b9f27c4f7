/**
 * How the scripts on one page find each other without a global, storage or anything in the document: who wants to know the
 * session sends an event with a function in it, and a collector that is at work calls it before the sending returns.
 */
const QUESTION = 'svc-session';

/** The session that is collected on this page; empty when nothing collects. Never throws. */
export function askSession(): string {
  let session = '';
  try {
    const detail = (answer: unknown) => {
      if (typeof answer === 'string') session = answer.slice(0, 128);
    };
    document.dispatchEvent(new CustomEvent(QUESTION, { detail }));
  } catch {
    // A page that has replaced what this needs has no session to tell.
  }
  return session;
}

/** Tells whoever asks which session is collected, until the signal ends it. */
export function answerSession(session: string, signal: AbortSignal): void {
  const answer = (event: Event) => {
    try {
      const { detail } = event as CustomEvent<unknown>;
      if (typeof detail === 'function') detail(session);
    } catch {
      // Whoever asks by a function that throws is not told of it.
    }
  };
  document.addEventListener(QUESTION, answer, { passive: true, signal });
}
