import { oneLine } from '../../../platform/text/plain-text.ts';
import { truncate } from './markdown.ts';
import type { Notice } from './provider.ts';

const MAX_PROJECT = 200;

/** Heading of a notice, one line. */
export function headingOf({ kind, annotation: { number, project }, status }: Notice): string {
  const what = { annotation: 'New feedback', reply: 'New reply to feedback', status: 'Feedback' }[kind];
  return `${what} #${number} in ${truncate(oneLine(project), MAX_PROJECT)}${status ? ` is ${status}` : ''}`;
}
