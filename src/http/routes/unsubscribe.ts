import { AppError } from '../../errors.ts';
import {
  findSubject,
  readUnsubscribeLink,
  type Subscription,
  UNSUBSCRIBE_PATH,
  unsubscribe,
} from '../../resolvers/addons/notifications/unsubscribe.ts';
import { clientPage } from '../client-page.ts';
import type { BudgetedCall } from '../memory-budget.ts';
import type { Endpoint } from '../pipeline.ts';
import type { FetchCall } from '../transports.ts';

/**
 * Links to unsubscribe in mails. GET shows a page with a button, because programs that check links
 * open them; POST acts, also without the page (RFC 8058).
 *
 * @param headersOf headers of a page, such as its content security policy
 */
export const unsubscribeLink = (
  headersOf: (html: string) => Record<string, string>,
): Endpoint<Response, FetchCall & BudgetedCall> => ({
  methods: ['GET', 'POST'],
  path: new RegExp(`^${UNSUBSCRIBE_PATH}((?:mails|visitor)/[\\w-]+|thread/[\\w-]+/[\\w-]+)$`),
  async handle({ context, request, method }) {
    const { pathname, searchParams } = new URL(request.url);
    let subscription: Subscription;
    try {
      subscription = readUnsubscribeLink(context, pathname, searchParams);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return clientPage(headersOf, 401, { title: 'This link no longer works', text: error.message });
    }
    const subject = await findSubject(context, subscription);
    const project = subject && { project: subject.project };
    const { question, text, button, result } = TEXTS[kindOf(subscription)];
    if (method === 'POST') {
      await unsubscribe(context, subscription);
      return clientPage(headersOf, 200, { ...project, ...result });
    }
    const { comment } = subject ?? {};
    return clientPage(headersOf, 200, {
      ...project,
      title: question,
      text,
      ...(comment && { quote: { heading: `Comment #${comment.number}`, text: comment.text } }),
      form: { button },
    });
  },
});

const kindOf = (subscription: Subscription): keyof typeof TEXTS =>
  'thread' in subscription ? 'thread' : 'visitorOf' in subscription ? 'visitor' : 'mails';

const TEXTS = {
  thread: {
    question: 'Mute this thread?',
    text: 'The button ends the notifications of this comment.',
    button: 'Mute the thread',
    result: { title: 'The thread is muted', text: 'Watch it again in Pinbound.' },
  },
  mails: {
    question: 'Stop all mails about notifications?',
    text: 'The button stops the mails. The notifications stay in Pinbound.',
    button: 'Stop mails',
    result: {
      title: 'No more mails',
      text: 'Your preferences in Pinbound turn the mails about notifications on again.',
    },
  },
  visitor: {
    question: 'Stop all mails about your comments?',
    text: 'The button stops them for all comments with your address.',
    button: 'Stop mails',
    result: { title: 'No more mails', text: 'You get no more mails about your comments.' },
  },
};
