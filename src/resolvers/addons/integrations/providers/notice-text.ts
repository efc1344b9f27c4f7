import { oneLine } from '../../../text/one-line.ts';
import { cut } from './markdown.ts';
import type { Notice } from './provider.ts';

const MAX_PROJECT = 200;

/** What a notice is about, in one line. */
export function headingOf({ kind, annotation: { number, project }, status }: Notice): string {
  const what = { annotation: 'New feedback', reply: 'New reply to feedback', status: 'Feedback' }[kind];
  return `${what} #${number} in ${cut(oneLine(project), MAX_PROJECT)}${status ? ` is ${status}` : ''}`;
}
