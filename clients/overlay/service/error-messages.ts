import { formatMessage, type Messages } from '../i18n/messages.ts';
import { listen } from '../shadow-host/elements.ts';
import { isRequestError } from './request-error.ts';

/** Addresses of the service that the page's security policy blocks. */
const blocked = new Set<string>();

/** Policies compare addresses without their query. */
const withoutQuery = (url: string) => url.replace(/\?.*/, '');

/** True if the page's security policy has blocked this address. */
export const isBlockedByPolicy = (url: string): boolean => blocked.has(withoutQuery(url));

/** Watches what the page's security policy blocks until the signal aborts. */
export function watchPolicy(signal: AbortSignal): void {
  listen<SecurityPolicyViolationEvent>(
    signal,
    document,
    'securitypolicyviolation',
    ({ blockedURI, disposition, effectiveDirective }) => {
      if (effectiveDirective === 'connect-src' && disposition === 'enforce') blocked.add(withoutQuery(blockedURI));
    },
  );
}

/**
 * Returns an error message for the visitor: its meaning, and the service's own message.
 *
 * @param error a RequestError, or an error of the page's own code
 * @param writer `m` if the request had a member's token, so that a 401 or 403 is about the login or
 * the role, not about the page; `v` if it had a visitor's, so that it is about the thread
 * @param isRepeated true if the request is retried automatically
 */
export function errorLines(
  error: unknown,
  messages: Messages,
  writer: '' | 'm' | 'v' = '',
  isRepeated = false,
): string[] {
  if (!isRequestError(error)) return [messages.broken];
  const { status, detail, retryAfter } = error;
  if (status === 0 && isBlockedByPolicy(detail)) return [messages.blocked];
  const explanation = explainStatus(status, messages, writer);
  const isTooMany = status === 429;
  // Short delays of automatic retries are not mentioned.
  const after =
    isTooMany && retryAfter >= (isRepeated ? 60 : 1) ? formatMessage(messages.after, { n: retryAfter }) : '';
  const wait = !isRepeated && (status === 0 || status >= 500) ? messages.later : after;
  // The service's message for 429 only repeats the delay.
  const isUseful = status !== 0 && !(isRepeated && isTooMany);
  return [[explanation, wait].filter(Boolean).join(' '), isUseful ? detail : ''].filter(Boolean);
}

/** Returns the error message of a pending comment, with a note if it is retried automatically. */
export function pendingLines(
  { failure, isRejected }: { readonly failure: unknown; readonly isRejected: boolean },
  messages: Messages,
  writer: '' | 'm' | 'v',
): string[] {
  return [...errorLines(failure, messages, writer, true), ...(isRejected ? [] : [messages.waiting])];
}

function explainStatus(status: number, messages: Messages, writer: string): string {
  if (status === 0) return messages.unreachable;
  if (writer === 'v' && /40[134]/.test(`${status}`)) return messages.ended;
  const known: Readonly<Record<string, string | undefined>> = messages;
  const name = `e${Math.min(status, 500)}`;
  return known[name + writer] || known[name] || formatMessage(messages.refused, { n: status });
}
