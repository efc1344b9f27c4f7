import captures from './captures-de.ts';
import comments from './comments-de.ts';
import type { Messages } from './en.ts';
import enter from './enter-de.ts';

const MESSAGES: Messages = { ...captures, ...comments, ...enter };

export default MESSAGES;
