import { oneLine } from '../../../platform/text/plain-text.ts';
import { truncate } from './markdown.ts';
import type { Notice, SentFile } from './provider.ts';

const MAX_PROJECT = 200;

/** Heading of a notice, one line. */
export function headingOf({ kind, annotation: { number, project }, status }: Notice): string {
  const what = { annotation: 'New feedback', reply: 'New reply to feedback', status: 'Feedback' }[kind];
  return `${what} #${number} in ${truncate(oneLine(project), MAX_PROJECT)}${status ? ` is ${status}` : ''}`;
}

/** Files of the text that a notice shows. */
export const filesIn = ({ kind, annotation, comment }: Notice): readonly SentFile[] =>
  kind === 'status' ? [] : (comment ?? annotation).files;

/** Heading of the links of files. */
export const FILES_HEADING = 'Attached (links work for 24 hours)';

/** Joins links, as many as fit, and says how many are left. Links are never truncated. */
export function joinLinks(links: readonly string[], max: number): string {
  const fitting: string[] = [];
  for (const link of links) {
    if ([...fitting, link].join(', ').length > max) break;
    fitting.push(link);
  }
  const left = links.length - fitting.length;
  return [...fitting, ...(left > 0 ? [`${left} more in Pinbound`] : [])].join(', ');
}
