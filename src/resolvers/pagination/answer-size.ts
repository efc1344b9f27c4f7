import { badInput } from '../../errors.ts';
import { MIB } from '../../lib/bytes.ts';

const MAX_ANSWER_MIB = 16;
/** Of one answer, and of what is read for it. */
export const MAX_ANSWER_BYTES = MAX_ANSWER_MIB * MIB;
/** Of the rows of one page, but for the row that takes it over. */
export const MAX_PAGE_BYTES = 2 * MIB;

export const answerTooLarge = () =>
  badInput(`The answer would be larger than ${MAX_ANSWER_MIB} MiB; ask for fewer items, or for fewer fields`);
