import captures, { type CaptureMessages } from './captures-en.ts';
import comments, { type CommentMessages } from './comments-en.ts';
import enter, { type EnterMessages } from './enter-en.ts';

/** Texts that every visit may need. Each language is one chunk. */
export type Messages = CaptureMessages & CommentMessages & EnterMessages;

const MESSAGES: Messages = { ...captures, ...comments, ...enter };

export default MESSAGES;
