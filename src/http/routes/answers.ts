import { AppError } from '../../errors.ts';
import { answerProof, requireAnswerable } from '../../resolvers/addons/deployments/reporter-answers/answer-proof.ts';
import { ANSWER_PATH, type ReporterAnswer } from '../../resolvers/addons/deployments/reporter-answers/answer-url.ts';
import type { BudgetedCall } from '../memory-budget.ts';
import type { Endpoint } from '../pipeline.ts';
import { plainPage } from '../plain-page.ts';
import { readBytes } from '../read-bytes.ts';
import type { FetchCall } from '../transports.ts';

/** Largest form, bytes: the longest reply, URL-encoded. */
const MAX_BYTES = 256 * 1024;

const FIELDS = '<label>What is still wrong?<textarea name="text" rows="5" maxlength="10000"></textarea></label>';

const TEXTS: Record<ReporterAnswer, { question: (number: number) => string; button: string; result: string }> = {
  good: {
    question: (number) => `Is your comment #${number} done as you asked?`,
    button: 'Good',
    result: 'Thank you. The team sees your answer.',
  },
  wrong: {
    question: (number) => `This opens your comment #${number} again.`,
    button: 'Still wrong',
    result: 'Thank you. Your comment is open again, and the team sees your answer.',
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
    const { question, button, result } = TEXTS[answer];
    try {
      if (method === 'POST') {
        const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request, MAX_BYTES, body)));
        await answerProof(context, { code, answer, text: form.get('text') ?? '' });
        return plainPage(headersOf, 200, { title: button, text: result });
      }
      const { number } = await requireAnswerable(context, code);
      const fields = answer === 'wrong' ? FIELDS : '';
      return plainPage(headersOf, 200, { title: button, text: question(number), form: { button, fields } });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'BAD_USER_INPUT') throw error;
      return plainPage(headersOf, 400, { title: button, text: error.message });
    }
  },
});
