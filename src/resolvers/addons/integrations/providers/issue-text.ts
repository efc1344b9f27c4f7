import { oneLine } from '../../../platform/text/plain-text.ts';
import { codeMarkdown, encodeUrl, escapeMarkdown, linkMarkdown, quoteMarkdown, truncate } from './markdown.ts';
import type { AnnotationText, CommentText, SentFile } from './provider.ts';

const MAX_TITLE = 120;
const MAX_SELECTOR = 1_024;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Builds a title shorter than any tracker's limit. */
export const issueTitle = ({ number, content }: AnnotationText): string =>
  truncate(`Feedback #${number}: ${oneLine(content)}`, MAX_TITLE);

/** Correlation marker in an HTML comment, for trackers whose Markdown keeps comments. */
export const hiddenMarker = (id: string): string => `<!-- pinbound:${id} -->`;

/** Correlation marker as visible text, for other trackers. */
export const visibleMarker = (id: string): string => `Pinbound ${id}`;

/** Whether a text was written by Pinbound. A quotation with a reply below was not. */
export const hasMarker = (text: string): boolean =>
  new RegExp(`(?:<!-- pinbound:${UUID} -->|Pinbound ${UUID}[_*{}:\\w#]*)\\s*$`).test(text);

/** Builds an issue's text in Markdown, without a marker. */
export function issueMarkdown(annotation: AnnotationText): string {
  const { number, content, pageUrl, pageLink, appLink, selector, pictureUrl, author, project, files } = annotation;
  const facts = [
    `**Page:** ${linkMarkdown(truncate(pageUrl, MAX_TITLE), pageLink)}`,
    `**Thread:** ${linkMarkdown(`Feedback #${number}`, appLink)}`,
    ...(selector ? [`**Element:** ${codeMarkdown(truncate(selector, MAX_SELECTOR))}`] : []),
    `**By:** ${escapeMarkdown(oneLine(author))}, in ${escapeMarkdown(oneLine(project))}`,
  ];
  const picture = pictureUrl ? [`![Picture of the page](<${encodeUrl(pictureUrl)}>)`] : [];
  return [quoteMarkdown(content), facts.join('  \n'), ...filesMarkdown(files), ...picture].join('\n\n');
}

/** Builds a comment's text in Markdown, without a marker. */
export const commentMarkdown = ({ content, author, files }: CommentText): string =>
  [`**${escapeMarkdown(oneLine(author))}** wrote:`, quoteMarkdown(content), ...filesMarkdown(files)].join('\n\n');

/** Says how long links of files work, and where the files are afterward. */
export const FILES_NOTE = 'These links work for 24 hours; the files stay in Pinbound.';

/** Links files, one a line; nothing without one. */
const filesMarkdown = (files: readonly SentFile[]): string[] =>
  files.length === 0
    ? []
    : [[...files.map(({ name, url }) => `**Attached:** ${linkMarkdown(oneLine(name), url)}`), FILES_NOTE].join('  \n')];
