import { badInput } from '../../../errors.ts';
import { MIB } from '../../../lib/bytes.ts';

const MAX_RESPONSE_MIB = 16;
/** Max size of a response, and of the rows read for it. */
export const MAX_RESPONSE_BYTES = MAX_RESPONSE_MIB * MIB;
/** Size at which a page ends; the row that exceeds it is the last one. */
export const MAX_PAGE_BYTES = 2 * MIB;

export const responseTooLarge = () =>
  badInput(`The response would exceed ${MAX_RESPONSE_MIB} MiB; request fewer items or fewer fields`);
