import type { Failure } from '../failure.ts';
import { fill, type Words } from './words.ts';

/**
 * Puts a failure into lines for the person who caused it: what it means, and what the service itself said.
 *
 * @param isMember the request carried a member's token, so a refusal is about the login or the role, not about the page.
 */
export function failureLines({ status, detail, retryAfter }: Failure, words: Words, isMember = false): string[] {
  const wait = status === 429 && retryAfter > 0 ? ` ${fill(words.after, { n: retryAfter })}` : '';
  return [`${meaning(status, words, isMember)}${wait}`, detail].filter(Boolean);
}

function meaning(status: number, words: Words, isMember: boolean): string {
  switch (status) {
    case 0:
      return words.unreachable;
    case 400:
      return words.e400;
    case 401:
      return isMember ? words.e401m : words.e401;
    case 403:
      return isMember ? words.e403m : words.e403;
    case 404:
      return words.e404;
    case 413:
      return words.e413;
    case 429:
      return words.e429;
    default:
      return status >= 500 ? words.e500 : fill(words.refused, { n: status });
  }
}
