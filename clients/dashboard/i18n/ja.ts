import captures from './captures-ja.ts';
import comments from './comments-ja.ts';
import type { Messages } from './en.ts';
import enter from './enter-ja.ts';

const MESSAGES: Messages = { ...captures, ...comments, ...enter };

export default MESSAGES;
