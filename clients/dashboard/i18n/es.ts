import captures from './captures-es.ts';
import comments from './comments-es.ts';
import type { Messages } from './en.ts';
import enter from './enter-es.ts';

const MESSAGES: Messages = { ...captures, ...comments, ...enter };

export default MESSAGES;
