import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { appLink, pageLink } from '../../core/annotations/links.ts';
import { otherVisitor } from '../../core/annotations/public-replies.ts';
import { composeMail, type MailBlock, type MailLink } from '../../platform/mail/mail-layout.ts';
import { oneLine, truncateText } from '../../platform/text/plain-text.ts';
import { type MailedProof, proofBlocks } from './mailed-proof.ts';
import type { MailedNotification } from './pending-mails.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Threads of one digest; the app has the rest. */
const MAX_THREADS = 50;
const MAX_TITLE = 80;

/** Notifications of one thread, import or digest, the earliest first, for one member. */
export interface ThreadMail {
  topic: string;
  notifications: [MailedNotification, ...MailedNotification[]];
  picture?: Buffer | undefined;
  /** Proof that the member, who reported the annotation, has not answered. */
  proof?: MailedProof | undefined;
}

type MailContext = Context<'config' | 'links'>;

/** Composes the mail of a thread, an import or a digest, or of the proofs of several threads. */
export function notificationMail(ctx: MailContext, threads: [ThreadMail, ...ThreadMail[]]): Mail {
  const [mail, ...beside] = threads;
  const [first] = mail.notifications;
  const isDigest = mail.topic === 'daily' || mail.topic === 'weekly';
  const isThread = !isDigest && beside.length === 0;
  const notifications = threads.flatMap((thread) => thread.notifications);
  const stop = unsubscribeUrl(ctx, { mailsTo: first.userId });
  const mute =
    isThread && first.annotationId
      ? [
          {
            label: 'Mute this thread',
            url: unsubscribeUrl(ctx, { thread: first.annotationId, membershipId: first.membershipId }),
          },
        ]
      : [];
  const host = new URL(ctx.services.config.http.baseUrl).hostname;
  const ids = notifications.map(({ id }) => id).join();
  return {
    ...composeMail({
      to: first.email,
      ...(!isDigest && { project: oneLine(first.projectName), ...senderOf(notifications) }),
      subject: isDigest
        ? digestSubject(mail)
        : isThread
          ? threadSubject(first)
          : `${oneLine(first.projectName)}: ${threads.length} of your comments were resolved`,
      blocks: isDigest ? digestBlocks(ctx, mail) : threads.flatMap((thread) => threadBlocks(ctx, thread)),
      footer: {
        text: `You get this mail because of your preferences for notifications of ${oneLine(first.organizationName)}.`,
        actions: [...mute, { label: 'Stop all mails', url: stop }],
      },
      unsubscribeUrl: stop,
    }),
    // A repetition after a crash has the same id, by which mail programs recognize it.
    messageId: `<${createHash('sha256').update(ids).digest('hex').slice(0, 32)}@${host}>`,
    ...(isThread && { thread: `<${mail.topic}@${host}>` }),
  };
}

/** The person of the latest notification that somebody caused, unless the name is not verified. */
function senderOf(notifications: readonly MailedNotification[]): { person?: string } {
  const person = oneLine(
    notifications.findLast(({ actorName, isOfOtherVisitor }) => actorName !== null && !isOfOtherVisitor)?.actorName ??
      '',
  );
  return person === '' ? {} : { person };
}

const titleOf = ({ title, number, projectName }: MailedNotification): string =>
  number === null
    ? oneLine(projectName)
    : `${oneLine(projectName)} #${number}: ${truncateText(oneLine(title ?? ''), MAX_TITLE)}`;

/** The same for all mails of a thread, so that mail programs group them. */
const threadSubject = (first: MailedNotification): string =>
  first.kind === 'import'
    ? `${titleOf(first)}: annotations were imported`
    : first.kind === 'deployment'
      ? `${titleOf(first)}: ${deploymentOf(first)}`
      : titleOf(first);

const deploymentOf = ({ excerpt }: MailedNotification): string =>
  `deployment ${truncateText(oneLine(excerpt ?? ''), MAX_TITLE)}`.trim();

const digestSubject = ({ topic, notifications }: ThreadMail): string => {
  const count = notifications.length === 1 ? 'one notification' : `${notifications.length} notifications`;
  return `Your ${topic} digest of Pinbound: ${count}`;
};

function threadBlocks(ctx: MailContext, { notifications, picture, proof }: ThreadMail): MailBlock[] {
  const links = linksOf(ctx, notifications[0]);
  return [
    ...headingOf(notifications),
    ...notifications.map(blockOf),
    ...(picture ? [{ picture, alt: 'Picture of the element' }] : []),
    ...(proof ? proofBlocks(ctx, proof, links) : actionsOf(links)),
  ];
}

const actionsOf = (actions: MailLink[]): MailBlock[] => (actions.length > 0 ? [{ actions }] : []);

/** Number and words of the annotation, unless the mail quotes its text anyway. */
function headingOf(notifications: ThreadMail['notifications']): MailBlock[] {
  const [{ number, title }] = notifications;
  if (number === null || notifications.some(quotesAnnotation)) return [];
  return [{ heading: `#${number} ${truncateText(oneLine(title ?? ''), MAX_TITLE)}`.trim() }];
}

const quotesAnnotation = ({ kind, commentId }: MailedNotification): boolean =>
  commentId === null && (kind === 'annotation' || kind === 'mention' || kind === 'assignment');

function digestBlocks(ctx: MailContext, { notifications }: ThreadMail): MailBlock[] {
  const threads = new Map<string, MailedNotification[]>();
  for (const notification of notifications) {
    const key = notification.annotationId ?? notification.deploymentId ?? notification.projectId;
    threads.set(key, [...(threads.get(key) ?? []), notification]);
  }
  const shown = [...threads.values()].slice(0, MAX_THREADS).flatMap((thread): MailBlock[] => {
    const [first] = thread;
    return first ? [{ heading: titleOf(first) }, ...thread.map(blockOf), ...actionsOf(linksOf(ctx, first))] : [];
  });
  const more = threads.size - MAX_THREADS;
  return more > 0 ? [...shown, `${more} more threads are in Pinbound.`] : shown;
}

function linksOf(
  { services: { config } }: MailContext,
  { annotationId, projectId, deploymentId, url, number }: MailedNotification,
): MailLink[] {
  if (deploymentId !== null) {
    const report = `${config.http.baseUrl}/app/projects/${projectId}/deployments/${deploymentId}`;
    return [{ label: 'Open the report in Pinbound', url: report }];
  }
  if (annotationId === null || url === null || number === null) return [];
  return [
    { label: 'Open in Pinbound', url: appLink({ id: annotationId }, config.http.baseUrl) },
    { label: 'View on the page', url: pageLink({ url, number }) },
  ];
}

/** A text with its author, or a sentence. */
function blockOf(notification: MailedNotification): MailBlock {
  const { kind, actorName, isOfOtherVisitor, content, status, resolution } = notification;
  const name = isOfOtherVisitor ? otherVisitor(actorName) : oneLine(actorName ?? '') || 'Somebody';
  const reason = resolution && resolution !== 'fixed' ? ` (${resolution})` : '';
  const quote = (action: string): MailBlock => ({ quote: content ?? '', author: name, action });
  switch (kind) {
    case 'annotation':
      return quote('commented');
    case 'reply':
      return quote('replied');
    case 'mention':
      return quote('mentioned you');
    case 'assignment':
      return quote('assigned this to you');
    case 'reopened':
      return `${name} reopened this comment.`;
    case 'regressed':
      return 'A deployment brought the reported look back, so the comment is open again.';
    case 'proof':
      return 'A change was approved as the fix of this comment. The thread shows the element before and after.';
    case 'own_proof':
      return 'A change was approved as the fix of your comment.';
    case 'due':
      return `This comment is due on ${notification.dueOn}.`;
    case 'deployment':
      return `The ${deploymentOf(notification)} has changes to review, or pages that could not be compared.`;
    case 'import':
      return `${name} imported annotations.`;
    default:
      return `${name} changed the status to ${(status ?? 'open').replace('_', ' ')}${reason}.`;
  }
}
