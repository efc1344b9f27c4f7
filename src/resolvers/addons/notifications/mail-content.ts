import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { appLink, pageLink } from '../../core/annotations/links.ts';
import { composeMail, type MailBlock } from '../../platform/mail/mail-layout.ts';
import { oneLine, truncateText } from '../../platform/text/plain-text.ts';
import { type MailedProof, proofBlocks } from './mailed-proof.ts';
import type { MailedNotification } from './pending-mails.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Threads of one digest; the app has the rest. */
const MAX_THREADS = 50;
const MAX_TITLE = 80;

/** A mail with at least one notification, the earliest first, for one member. */
export interface NotificationMail {
  topic: string;
  notifications: [MailedNotification, ...MailedNotification[]];
  picture?: Buffer | undefined;
  /** Proof that the member, who reported the annotation, has not answered. */
  proof?: MailedProof | undefined;
}

type MailContext = Context<'config' | 'links'>;

/** Composes the mail of a thread, an import or a digest. */
export function notificationMail(ctx: MailContext, mail: NotificationMail): Mail {
  const [first] = mail.notifications;
  const isDigest = mail.topic === 'daily' || mail.topic === 'weekly';
  const stop = unsubscribeUrl(ctx, { mailsTo: first.userId });
  const mute =
    !isDigest && first.annotationId
      ? [
          {
            label: 'Mute this thread',
            url: unsubscribeUrl(ctx, { thread: first.annotationId, membershipId: first.membershipId }),
          },
        ]
      : [];
  const host = new URL(ctx.services.config.http.baseUrl).hostname;
  const ids = mail.notifications.map(({ id }) => id).join();
  return {
    ...composeMail({
      to: first.email,
      subject: isDigest ? digestSubject(mail) : threadSubject(first),
      blocks: isDigest ? digestBlocks(ctx, mail) : threadBlocks(ctx, mail),
      footer: {
        text: `You get this mail because of your preferences for notifications of ${oneLine(first.organizationName)}.`,
        actions: [...mute, { label: 'Stop all mails', url: stop }],
      },
      unsubscribeUrl: stop,
    }),
    // A repetition after a crash has the same id, by which mail programs recognize it.
    messageId: `<${createHash('sha256').update(ids).digest('hex').slice(0, 32)}@${host}>`,
    ...(!isDigest && { thread: `<${mail.topic}@${host}>` }),
  };
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

const digestSubject = ({ topic, notifications }: NotificationMail): string => {
  const count = notifications.length === 1 ? 'one notification' : `${notifications.length} notifications`;
  return `Your ${topic} digest of Pinbound: ${count}`;
};

function threadBlocks(ctx: MailContext, { notifications, picture, proof }: NotificationMail): MailBlock[] {
  return [
    ...notifications.map(blockOf),
    ...(proof ? proofBlocks(ctx, proof) : []),
    ...(picture ? [{ picture, alt: 'Picture of the element' }] : []),
    ...actionsOf(ctx, notifications[0]),
  ];
}

function digestBlocks(ctx: MailContext, { notifications }: NotificationMail): MailBlock[] {
  const threads = new Map<string, MailedNotification[]>();
  for (const notification of notifications) {
    const key = notification.annotationId ?? notification.deploymentId ?? notification.projectId;
    threads.set(key, [...(threads.get(key) ?? []), notification]);
  }
  const shown = [...threads.values()].slice(0, MAX_THREADS).flatMap((thread): MailBlock[] => {
    const [first] = thread;
    return first ? [{ heading: titleOf(first) }, ...thread.map(blockOf), ...actionsOf(ctx, first)] : [];
  });
  const more = threads.size - MAX_THREADS;
  return more > 0 ? [...shown, `${more} more threads are in Pinbound.`] : shown;
}

function actionsOf(
  { services: { config } }: MailContext,
  { annotationId, projectId, deploymentId, url, number }: MailedNotification,
): MailBlock[] {
  if (deploymentId !== null) {
    const report = `${config.http.baseUrl}/app/projects/${projectId}/deployments/${deploymentId}`;
    return [{ actions: [{ label: 'Open the report in Pinbound', url: report }] }];
  }
  if (annotationId === null || url === null || number === null) return [];
  return [
    {
      actions: [
        { label: 'Open in Pinbound', url: appLink({ id: annotationId }, config.http.baseUrl) },
        { label: 'View on the page', url: pageLink({ url, number }) },
      ],
    },
  ];
}

/** A text with its author, or a sentence. */
function blockOf(notification: MailedNotification): MailBlock {
  const { kind, actorName, content, status, resolution } = notification;
  const name = oneLine(actorName ?? '') || 'Somebody';
  const reason = resolution && resolution !== 'fixed' ? ` (${resolution})` : '';
  const quote = (author: string): MailBlock => ({ quote: content ?? '', author });
  switch (kind) {
    case 'annotation':
      return quote(`${name} commented`);
    case 'reply':
      return quote(`${name} replied`);
    case 'mention':
      return quote(`${name} mentioned you`);
    case 'assignment':
      return quote(`${name} assigned this to you`);
    case 'reopened':
      return `${name} reopened this.`;
    case 'regressed':
      return 'A deployment went back to the reported look, which reopened this.';
    case 'proof':
      return 'A change was accepted as the fix of this: the thread shows the element before and after.';
    case 'own_proof':
      return 'A change was accepted as the fix of your comment.';
    case 'due':
      return `This is due on ${notification.dueOn}.`;
    case 'deployment':
      return `The ${deploymentOf(notification)} needs a look: it has changes to review, or pages that could not be compared.`;
    case 'import':
      return `${name} imported annotations.`;
    default:
      return `${name} changed the status to ${(status ?? 'open').replace('_', ' ')}${reason}.`;
  }
}
