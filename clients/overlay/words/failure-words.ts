import type { UnsentComment } from '../outbox/outbox.ts';
import { Failure } from '../service/failure.ts';
import { fill, type Words } from './words.ts';

/**
 * Puts what went wrong into lines for the person who caused it: what it means, and what the service itself said.
 *
 * @param error a {@link Failure}, or an error of the page's own code.
 * @param isMember the request carried a member's token, so a refusal is about the login or the role, not about the page.
 * @param isRepeated it is sent again without anybody doing anything.
 */
export function failureLines(error: unknown, words: Words, isMember = false, isRepeated = false): string[] {
  if (!(error instanceof Failure)) return [words.broken];
  const { status, detail, retryAfter } = error;
  const told = meaning(status, words, isMember);
  const isTooMany = status === 429;
  // Of what is sent again by itself, seconds are not worth a word.
  const after = isTooMany && retryAfter >= (isRepeated ? 60 : 1) ? fill(words.after, { n: retryAfter }) : '';
  const wait = !isRepeated && (status === 0 || status >= 500) ? words.later : after;
  // The service's own words for too many requests say how long to wait.
  return [[told, wait].filter(Boolean).join(' '), isRepeated && isTooMany ? '' : detail].filter(Boolean);
}

/** Why a comment has not arrived, and, where it is sent again by itself, that nobody needs to wait for it. */
export function unsentLines({ failure, isRefused }: UnsentComment, words: Words, isMember: boolean): string[] {
  return [...failureLines(failure, words, isMember, true), ...(isRefused ? [] : [words.waiting])];
}

function meaning(status: number, words: Words, isMember: boolean): string {
  if (status === 0) return words.unreachable;
  const known: Readonly<Record<string, string | undefined>> = words;
  const name = `e${Math.min(status, 500)}`;
  return (isMember && known[`${name}m`]) || known[name] || fill(words.refused, { n: status });
}
