import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { SERVICE_NAME } from '../../../lib/brand.ts';
import { pageLink } from '../../core/annotations/links.ts';
import { otherVisitor } from '../../core/annotations/public-replies.ts';
import { attachmentName } from '../../core/attachments/attachment-row.ts';
import { redactUrl } from '../../platform/input/redact-url.ts';
import { composeMail, type MailBlock } from '../../platform/mail/mail-layout.ts';
import { nameWithoutLink, oneLine, truncateText } from '../../platform/text/plain-text.ts';
import { type MailedProof, proofBlocks } from './mailed-proof.ts';
import type { VisitorNews } from './pending-visitor-mails.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** At least one reply or resolution, the earliest first. */
export type News = [VisitorNews, ...VisitorNews[]];

/** A thread in a mail to the visitor who wrote its annotation. */
export interface MailedThread {
  annotationId: string;
  /** Code for the link to the page, shown once. */
  code: string;
  news: News;
  /** Proof that the visitor has not answered. */
  proof?: MailedProof;
}

/** Characters of the visitor's words in the subject, and in the mail. */
const MAX_SUBJECT = 60;
const MAX_QUOTE = 300;

type MailContext = Context<'config' | 'links' | 'objectUrls'>;

/**
 * Composes the mail to a visitor about one thread, or about all that were held back. Pictures of
 * pages are for members, except for the proof of a fix. Anybody can enter any address with any text
 * and page, so that the mail quotes the comment only once the owner of the address used a link, and
 * links a page only if it belongs to the project.
 */
export function visitorMail(ctx: MailContext, threads: [MailedThread, ...MailedThread[]]): Mail {
  const [{ annotationId, news }, ...others] = threads;
  const host = new URL(ctx.services.config.http.baseUrl).hostname;
  const stop = unsubscribeUrl(ctx, { visitorOf: annotationId });
  const ids = threads.flatMap((thread) => thread.news.map(({ eventId }) => eventId)).join();
  const heading = (thread: MailedThread): MailBlock[] => (others.length > 0 ? [{ heading: nameOf(thread) }] : []);
  return {
    ...composeMail({
      to: news[0].email,
      ...(isOneProject(threads) && { project: projectOf(news), ...personOf(threads) }),
      subject: visitorMailSubject(threads),
      blocks: threads.flatMap((thread) => [...heading(thread), ...threadBlocks(ctx, thread)]),
      footer: {
        text: 'You get this mail because your address was entered with a comment. The links are personal; do not forward them.',
        actions: [{ label: 'Stop all mails', url: stop }],
      },
      unsubscribeUrl: stop,
    }),
    // A repetition after a crash has the same id, by which mail programs recognize it.
    messageId: `<${createHash('sha256').update(`visitor ${ids}`).digest('hex').slice(0, 32)}@${host}>`,
    thread: `<${annotationId}@${host}>`,
  };
}

/** Subject of the mail about threads. */
export function visitorMailSubject(threads: [Pick<MailedThread, 'news'>, ...Pick<MailedThread, 'news'>[]]): string {
  const [first] = threads;
  if (threads.length > 1) {
    const haveReplies = threads.some(({ news }) => news.some(isReply));
    const count = `${threads.length} of your comments`;
    return `${isOneProject(threads) ? projectOf(first.news) : SERVICE_NAME}: ${haveReplies ? `news about ${count}` : `${count} were resolved`}`;
  }
  const words = wordsOf(first.news[0], MAX_SUBJECT);
  // The same for all mails of a thread, so that mail programs group them.
  if (words !== '') return `${nameOf(first)}: ${words}`;
  return `${nameOf(first)}: ${first.news.some(isReply) ? 'reply to your comment' : 'your comment was resolved'}`;
}

const projectOf = ([{ projectName }]: News): string => nameWithoutLink(projectName, SERVICE_NAME);

/** Whether all threads are of one project: those that were held back may be of several. */
const isOneProject = (threads: readonly Pick<MailedThread, 'news'>[]): boolean =>
  new Set(threads.map(({ news }) => projectOf(news))).size === 1;

const nameOf = ({ news }: Pick<MailedThread, 'news'>): string => `${projectOf(news)} #${news[0].number}`;

/** The member who wrote the latest reply. Anybody can enter the name of another visitor. */
function personOf(threads: readonly Pick<MailedThread, 'news'>[]): { person?: string } {
  const name = threads
    .flatMap(({ news }) => news)
    .findLast((each) => isReply(each) && !each.isOfOtherVisitor)?.authorName;
  const person = nameWithoutLink(name ?? '', '');
  return person === '' ? {} : { person };
}

/** Words of the comment, on one line; empty if its address is not confirmed. */
function wordsOf({ words }: VisitorNews, max: number): string {
  const line = oneLine(words ?? '');
  return line.length > max ? `${truncateText(line, max).trimEnd()}…` : line;
}

function threadBlocks(ctx: MailContext, { code, news, proof }: MailedThread): MailBlock[] {
  const [first] = news;
  const { number, url, isKnownPage } = first;
  const words = wordsOf(first, MAX_QUOTE);
  const link = pageLink({ url: redactUrl(url), number, code });
  const links = isKnownPage ? [{ label: 'View and reply on the page', url: link }] : [];
  return [
    ...(words === '' ? [] : [{ quote: words, author: 'You', action: 'wrote' }]),
    ...blocksOf(ctx, news),
    ...(proof ? proofBlocks(ctx, proof, links) : links.length > 0 ? [{ actions: links }] : []),
    ...(isKnownPage ? [] : ['Open the page on which you commented to view the thread and to reply.']),
  ];
}

/** Replies, and one sentence for the resolution and its proof. */
function blocksOf(ctx: MailContext, news: readonly VisitorNews[]): MailBlock[] {
  const replies = news.filter(isReply);
  const isResolved = replies.length < news.length;
  return [...replies.flatMap((reply) => replyOf(ctx, reply)), ...(isResolved ? ['Your comment was resolved.'] : [])];
}

const isReply = ({ kind }: VisitorNews): boolean => kind === 'reply';

/** Name of who replied, and what is known of it. */
const authorOf = ({ authorName, isOfOtherVisitor }: Pick<VisitorNews, 'authorName' | 'isOfOtherVisitor'>): string => {
  return isOfOtherVisitor ? otherVisitor(authorName) : oneLine(authorName ?? '') || 'Somebody';
};

/**
 * A reply with links to the files of a member. They end after 24 hours, and when the reply becomes
 * internal; the thread on the page then shows the files.
 */
const replyOf = ({ services }: MailContext, { content, files, ...author }: VisitorNews): MailBlock[] => [
  { quote: content ?? '', author: authorOf(author), action: 'replied' },
  ...files.map(({ id, name, isOfMember }) =>
    isOfMember
      ? {
          text: `Attached: ${oneLine(name)}, for 24 hours here, later on the page.`,
          link: services.objectUrls.urlOf(attachmentName({ id }, 'outsiders')),
        }
      : `Attached: ${oneLine(name)}. Open the page to see it.`,
  ),
];
