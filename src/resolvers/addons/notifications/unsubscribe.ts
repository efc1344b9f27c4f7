import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { suppressVisitor } from './visitor-address.ts';

export const UNSUBSCRIBE_PATH = '/unsubscribe/';

/** Min validity of links to unsubscribe, ms. */
const VALID_MS = 365 * DAY_MS;

/**
 * Subscription that a link ends: all mails to a user, the notifications of a thread, or all mails
 * to the visitor who wrote an annotation.
 */
export type Subscription = { mailsTo: string } | { thread: string; membershipId: string } | { visitorOf: string };

/** Returns a link that ends a subscription, signed: it works without a login. */
export function unsubscribeUrl(
  { services: { links, config } }: Context<'config' | 'links'>,
  subscription: Subscription,
): string {
  return `${config.http.baseUrl}${links.sign(`${UNSUBSCRIBE_PATH}${pathOf(subscription)}`, VALID_MS)}`;
}

function pathOf(subscription: Subscription): string {
  if ('mailsTo' in subscription) return `mails/${subscription.mailsTo}`;
  if ('visitorOf' in subscription) return `visitor/${subscription.visitorOf}`;
  return `thread/${subscription.membershipId}/${subscription.thread}`;
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
    throw new AppError(
      'UNAUTHENTICATED',
      'This link is invalid or expired; use that of a later mail, or change the preferences in Pinbound',
    );
  }
  if (kind === 'visitor') return { visitorOf: id };
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
  else if ('visitorOf' in subscription) await suppressVisitor(pool, subscription.visitorOf, 'unsubscribed');
  else await pool.query(MUTE, [subscription.thread, subscription.membershipId]);
}
