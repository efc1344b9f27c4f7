import { AppError } from '../../errors.ts';
import {
  readUnsubscribeLink,
  type Subscription,
  UNSUBSCRIBE_PATH,
  unsubscribe,
} from '../../resolvers/addons/notifications/unsubscribe.ts';
import type { BudgetedCall } from '../memory-budget.ts';
import type { Endpoint } from '../pipeline.ts';
import { plainPage } from '../plain-page.ts';
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
    const page = (status: number, title: string, text: string, button?: string) =>
      plainPage(headersOf, status, { title, text, ...(button !== undefined && { form: { button } }) });
    const { pathname, searchParams } = new URL(request.url);
    let subscription: Subscription;
    try {
      subscription = readUnsubscribeLink(context, pathname, searchParams);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return page(401, 'Unsubscribe', error.message);
    }
    const { question, button, result } = TEXTS[kindOf(subscription)];
    if (method !== 'POST') return page(200, 'Unsubscribe', question, button);
    await unsubscribe(context, subscription);
    return page(200, 'Unsubscribed', result);
  },
});

const kindOf = (subscription: Subscription): keyof typeof TEXTS =>
  'thread' in subscription ? 'thread' : 'visitorOf' in subscription ? 'visitor' : 'mails';

const TEXTS = {
  thread: {
    question: 'Mute this thread? You will get no more notifications of it.',
    button: 'Mute the thread',
    result: 'The thread is muted. Watch it again in Pinbound.',
  },
  mails: {
    question: 'Stop all mails about notifications? They stay in Pinbound.',
    button: 'Stop mails',
    result: 'You get no more mails about notifications. Your preferences in Pinbound turn them on again.',
  },
  visitor: {
    question: 'Stop all mails about your comments?',
    button: 'Stop mails',
    result: 'You get no more mails about your comments.',
  },
};
