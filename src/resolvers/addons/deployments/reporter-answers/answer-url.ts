import type { ReporterAnswer } from '../../../../generated/prisma/client.ts';

export type { ReporterAnswer };

export const ANSWER_PATH = '/answer/';

/** Link that answers the proof of a fix, with a code that is mailed. */
export const answerUrl = (baseUrl: string, code: string, answer: ReporterAnswer): string =>
  `${baseUrl}${ANSWER_PATH}${code}/${answer}`;
