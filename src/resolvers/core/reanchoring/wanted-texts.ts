import { possibleTexts } from '../wishes/understand-comment.ts';

export const MAX_WANTED_TEXTS = 3;

/** Lists texts that an element may show once the comment on it is answered. */
export const wantedTexts = (comment: string): string[] => possibleTexts(comment).slice(0, MAX_WANTED_TEXTS);
