import { AppError } from '../../errors.ts';
import type { ClientPage } from '../../lib/client-page.ts';
import type { Answerable } from '../../resolvers/addons/deployments/reporter-answers/answer-codes.ts';
import { answerProof, requireAnswerable } from '../../resolvers/addons/deployments/reporter-answers/answer-proof.ts';
import { ANSWER_PATH, type ReporterAnswer } from '../../resolvers/addons/deployments/reporter-answers/answer-url.ts';
import { readProofPictures } from '../../resolvers/addons/deployments/reporter-answers/proof-pictures.ts';
import { clientPage } from '../client-page.ts';
import type { BudgetedCall } from '../memory-budget.ts';
import type { Endpoint } from '../pipeline.ts';
import { readBytes } from '../read-bytes.ts';
import type { FetchCall } from '../transports.ts';

/** Largest form, bytes: the longest reply, URL-encoded. */
const MAX_BYTES = 256 * 1024;

/** Question before the button and result after it. */
const TEXTS: Record<ReporterAnswer, { page: Pick<ClientPage, 'title' | 'text' | 'form' | 'links'>; result: string }> = {
  good: {
    page: {
      title: 'Is it done as you asked?',
      text: 'Press the button to tell the team. Nothing is sent until then.',
      form: { button: 'Good' },
      links: [{ label: 'Still wrong', href: 'wrong' }],
    },
    result: 'The team sees that your comment is done as you asked.',
  },
  wrong: {
    page: {
      title: 'Is something still wrong?',
      text: 'The button reopens your comment and sends your text to the team. Nothing is sent until then.',
      form: { button: 'Still wrong', field: { name: 'text', label: 'What is still wrong?', maxLength: 10_000 } },
      links: [{ label: 'It is good', href: 'good' }],
    },
    result: 'Your comment is open again, and the team sees your answer.',
  },
};

/**
 * Links to answer the proof of a fix, in mails to reporters. GET shows a page with a button,
 * because programs that check links open them; POST acts, once.
 *
 * @param headersOf headers of a page, such as its content security policy
 */
export const answerLink = (
  headersOf: (html: string) => Record<string, string>,
): Endpoint<Response, FetchCall & BudgetedCall> => ({
  methods: ['GET', 'POST'],
  path: new RegExp(`^${ANSWER_PATH}([\\w-]+)/(good|wrong)$`),
  async handle({ context, request, method, body, parameters: [code = '', kind] }) {
    const answer = kind as ReporterAnswer;
    const { page, result } = TEXTS[answer];
    let found: Answerable;
    try {
      found = await requireAnswerable(context, code);
    } catch (error) {
      return clientPage(headersOf, 400, { title: 'This link no longer works', text: messageOf(error) });
    }
    const project = found.projectName;
    const question = async () => {
      const { before, after } = await readProofPictures(context, found, found.isOutsider);
      return {
        ...page,
        project,
        quote: { heading: `Your comment #${found.number}`, text: found.content },
        pictures: [
          ...(before ? [{ caption: after ? 'Before' : 'Before; it is no longer there', content: before }] : []),
          ...(after ? [{ caption: 'After', content: after }] : []),
        ],
      };
    };
    if (method !== 'POST') return clientPage(headersOf, 200, await question());
    const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request, MAX_BYTES, body)));
    try {
      await answerProof(context, { code, answer, text: form.get('text') ?? '' });
    } catch (error) {
      return clientPage(headersOf, 400, { ...(await question()), text: messageOf(error) });
    }
    return clientPage(headersOf, 200, { project, title: 'Thank you', text: result });
  },
});

/**
 * Message of an invalid link or text.
 *
 * @throws any other error
 */
function messageOf(error: unknown): string {
  if (error instanceof AppError && error.code === 'BAD_USER_INPUT') return error.message;
  throw error;
}
