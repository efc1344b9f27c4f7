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

/** Tells whoever asks which session this is. */
export function answerSession(session: string): void {
  document.addEventListener(QUESTION, (event) => {
    const { detail } = event as CustomEvent<unknown>;
    if (typeof detail === 'function') detail(session);
  });
}
