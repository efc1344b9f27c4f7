import captures from './captures-fr.ts';
import comments from './comments-fr.ts';
import type { Messages } from './en.ts';
import enter from './enter-fr.ts';

const MESSAGES: Messages = { ...captures, ...comments, ...enter };

export default MESSAGES;
