import { namedTexts } from '../../../lib/named-texts.ts';
import { quotedTexts } from '../../../lib/quoted-texts.ts';

export const MAX_WANTED_TEXTS = 3;

/** Lists texts that an element shows once the comment on it is answered. */
export const wantedTexts = (comment: string): string[] =>
  [...new Set([...quotedTexts(comment), ...namedTexts(comment)])].slice(0, MAX_WANTED_TEXTS);
