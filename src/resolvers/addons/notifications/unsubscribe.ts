import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { DAY_MS } from '../../../lib/durations.ts';

export const UNSUBSCRIBE_PATH = '/unsubscribe/';

/** Min validity of links to unsubscribe, ms. */
const VALID_MS = 365 * DAY_MS;

/** Subscription that a link ends: all mails to a user, or the notifications of a thread. */
export type Subscription = { mailsTo: string } | { thread: string; membershipId: string };

/** Returns a link that ends a subscription, signed: it works without a login. */
export function unsubscribeUrl(
  { services: { links, config } }: Context<'config' | 'links'>,
  subscription: Subscription,
): string {
  const path =
    'mailsTo' in subscription
      ? `${UNSUBSCRIBE_PATH}mails/${subscription.mailsTo}`
      : `${UNSUBSCRIBE_PATH}thread/${subscription.membershipId}/${subscription.thread}`;
  return `${config.http.baseUrl}${links.sign(path, VALID_MS)}`;
}

/**
 * Reads the subscription of a link.
 *
 * @throws UNAUTHENTICATED for an invalid link
 */
export function readUnsubscribeLink(
  { services: { links } }: Context<'links'>,
  path: string,
  query: URLSearchParams,
): Subscription {
  const [kind, id = '', thread = ''] = path.slice(UNSUBSCRIBE_PATH.length).split('/');
  if (!links.verify(path, query)) {
    throw new AppError('UNAUTHENTICATED', 'This link is invalid or expired; change the preferences in Pinbound');
  }
  return kind === 'mails' ? { mailsTo: id } : { thread, membershipId: id };
}

const END_MAILS = `INSERT INTO notification_settings (user_id, mails) SELECT id, false FROM users WHERE id = $1
  ON CONFLICT (user_id) DO UPDATE SET mails = false`;

const MUTE = `INSERT INTO watchers (annotation_id, membership_id, state, changed_at)
  SELECT a.id, m.id, 'muted', clock_timestamp() FROM annotations a, memberships m WHERE a.id = $1 AND m.id = $2
  ON CONFLICT (annotation_id, membership_id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at`;

/** Ends a subscription; a repetition has no effect. */
export async function unsubscribe({ services: { pool } }: Context<'pool'>, subscription: Subscription): Promise<void> {
  if ('mailsTo' in subscription) await pool.query(END_MAILS, [subscription.mailsTo]);
  else await pool.query(MUTE, [subscription.thread, subscription.membershipId]);
}
