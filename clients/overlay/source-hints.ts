export { sourceHints } from '../shared/source/source-hints.ts';
