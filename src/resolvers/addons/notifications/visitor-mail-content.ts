import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { pageLink } from '../../core/annotations/links.ts';
import { redactUrl } from '../../platform/input/redact-url.ts';
import { composeMail, type MailBlock } from '../../platform/mail/mail-layout.ts';
import { oneLine } from '../../platform/text/plain-text.ts';
import { type MailedProof, proofBlocks } from './mailed-proof.ts';
import type { VisitorNews } from './pending-visitor-mails.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** A mail with at least one reply or resolution, the earliest first, to a visitor. */
interface VisitorMailContent {
  annotationId: string;
  /** Code for the link to the page, shown once. */
  code: string;
  news: [VisitorNews, ...VisitorNews[]];
  /** Proof that the visitor has not answered. */
  proof?: MailedProof;
}

/**
 * Composes the mail to the visitor who wrote an annotation. Pictures of pages are for members,
 * except for the proof of a fix. Anybody can enter any address with any text and page, so that the
 * mail contains no words of the comment, and a link to a page only if it belongs to the project.
 */
export function visitorMail(
  ctx: Context<'config' | 'links'>,
  { annotationId, code, news, proof }: VisitorMailContent,
): Mail {
  const [{ email, projectName, number, url, isKnownPage }] = news;
  const host = new URL(ctx.services.config.http.baseUrl).hostname;
  const stop = unsubscribeUrl(ctx, { visitorOf: annotationId });
  const ids = news.map(({ eventId }) => eventId).join();
  const link = pageLink({ url: redactUrl(url), number, code });
  return {
    ...composeMail({
      to: email,
      subject: `${oneLine(projectName)} #${number}: ${news.some(isReply) ? 'reply to your comment' : 'your comment was resolved'}`,
      blocks: [
        ...blocksOf(news),
        ...(proof ? proofBlocks(ctx, proof) : []),
        isKnownPage
          ? { actions: [{ label: 'View and reply on the page', url: link }] }
          : 'Open the page on which you commented to view the thread and to reply.',
      ],
      footer: {
        text: 'You get this mail because your address was entered with a comment. The link is personal; do not forward it.',
        actions: [{ label: 'Stop all mails', url: stop }],
      },
      unsubscribeUrl: stop,
    }),
    // A repetition after a crash has the same id, by which mail programs recognize it.
    messageId: `<${createHash('sha256').update(`visitor ${ids}`).digest('hex').slice(0, 32)}@${host}>`,
    thread: `<${annotationId}@${host}>`,
  };
}

/** Replies, and one sentence for the resolution and its proof. */
function blocksOf(news: readonly VisitorNews[]): MailBlock[] {
  const replies = news.filter(isReply);
  const isResolved = replies.length < news.length;
  return [...replies.flatMap(replyOf), ...(isResolved ? ['Your comment was resolved.'] : [])];
}

const isReply = ({ kind }: VisitorNews): boolean => kind === 'reply';

/** A reply with the names of its files, which the thread on the page shows. */
const replyOf = ({ content, authorName, files }: VisitorNews): MailBlock[] => [
  { quote: content ?? '', author: `${oneLine(authorName ?? '') || 'Somebody'} replied` },
  ...(files.length > 0 ? [`Attached: ${files.map(oneLine).join(', ')}. Open the page to see it.`] : []),
];
