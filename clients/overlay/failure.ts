/** A request that did not succeed, with lines of text for the person who caused it. */
export class Failure extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join(' '));
  }
}

/** The service could not be asked at all: no network, a refused connection, a blocked request, or no answer in time. */
export function unreachable(): Failure {
  return new Failure(['The feedback service cannot be reached. Check your connection and try again.']);
}

/**
 * Puts a refusal into words.
 *
 * @param status HTTP status of the answer.
 * @param message what the service itself said; shown as a second line when there is one.
 * @param retryAfter seconds to wait, from the answer's header of that name; 0 when unknown.
 */
export function refused(status: number, message: string, retryAfter = 0): Failure {
  const wait = status === 429 && retryAfter > 0 ? ` Try again in ${retryAfter} seconds.` : '';
  return new Failure([`${words(status)}${wait}`, message].filter(Boolean));
}

function words(status: number): string {
  if (status >= 500) return 'The feedback service has a problem at the moment. Try again in a while.';
  return WORDS[status] ?? `The feedback service did not accept this (${status}).`;
}

const WORDS: Record<number, string> = {
  400: 'The feedback service did not accept this.',
  401: 'This page is not connected to its project: the project key is wrong. Tell the owner of the site.',
  403: 'Feedback is closed for this project, or not open to this site.',
  404: 'The project of this page does not exist. Tell the owner of the site.',
  413: 'This comment is too long to be stored. Shorten it and send it again.',
  429: 'Too many requests in a short time.',
};
