import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { SERVICE_NAME } from '../../../lib/brand.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { VISIBLE_TO_MEMBER } from '../../core/annotations/visibility.ts';
import { INCLUDES_PROJECT } from '../../platform/policies/access.ts';
import { nameWithoutLink, oneLine } from '../../platform/text/plain-text.ts';
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

/** Subject of a link, as far as anybody who holds it may see it: of visitors, the project only. */
interface SubscriptionSubject {
  project: string;
  /** Number and text of the thread of a member. */
  comment?: { number: number; text: string };
}

/** The member of a link must still have the thread. */
const SUBJECT = statement(
  'unsubscribe/subject',
  `SELECT p.name AS project, a.number, a.content AS text
    FROM annotations a JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
    LEFT JOIN memberships m ON m.id = $membershipId AND m.organization_id = p.organization_id AND ${INCLUDES_PROJECT} AND ${VISIBLE_TO_MEMBER}
   WHERE a.id = $annotationId AND a.deleted_at IS NULL AND ($membershipId?::uuid IS NULL OR m.id IS NOT NULL)`,
);

/** Finds what a subscription is about; undefined for all mails, and for a deleted annotation. */
export async function findSubject(
  { services: { pool } }: Context<'pool'>,
  subscription: Subscription,
): Promise<SubscriptionSubject | undefined> {
  if ('mailsTo' in subscription) return undefined;
  const values =
    'thread' in subscription
      ? { annotationId: subscription.thread, membershipId: subscription.membershipId }
      : { annotationId: subscription.visitorOf };
  const row = await SUBJECT.first(pool, values);
  if (!row) return undefined;
  const { project, number, text } = row;
  if ('visitorOf' in subscription) return { project: nameWithoutLink(project, SERVICE_NAME) };
  return { project: oneLine(project), comment: { number, text } };
}

const END_MAILS = statement(
  'unsubscribe/end-mails',
  `INSERT INTO notification_settings (user_id, mails) SELECT id, false FROM users WHERE id = $mailsTo
  ON CONFLICT (user_id) DO UPDATE SET mails = false`,
);

const MUTE = statement(
  'unsubscribe/mute',
  `INSERT INTO watchers (annotation_id, membership_id, state, changed_at)
  SELECT a.id, m.id, 'muted', clock_timestamp() FROM annotations a, memberships m WHERE a.id = $thread AND m.id = $membershipId
  ON CONFLICT (annotation_id, membership_id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at`,
);

/** Ends a subscription; a repetition has no effect. */
export async function unsubscribe({ services: { pool } }: Context<'pool'>, subscription: Subscription): Promise<void> {
  if ('mailsTo' in subscription) await END_MAILS.run(pool, { mailsTo: subscription.mailsTo });
  else if ('visitorOf' in subscription) await suppressVisitor(pool, subscription.visitorOf, 'unsubscribed');
  else await MUTE.run(pool, { thread: subscription.thread, membershipId: subscription.membershipId });
}
