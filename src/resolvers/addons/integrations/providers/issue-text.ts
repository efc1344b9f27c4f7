import { oneLine } from '../../../text/one-line.ts';
import { codeMarkdown, cut, encodeUrl, escapeMarkdown, linkMarkdown, quoteMarkdown } from './markdown.ts';
import type { AnnotationText, CommentText } from './provider.ts';

const MAX_TITLE = 120;
const MAX_SELECTOR = 1_024;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Shorter than any tracker's limit. */
export const issueTitle = ({ number, content }: AnnotationText): string =>
  cut(`Feedback #${number}: ${oneLine(content)}`, MAX_TITLE);

/** Does not show where Markdown keeps comments, and can be found in the text again. */
export const hiddenMarker = (id: string): string => `<!-- pinbound:${id} -->`;

/** The same for trackers that keep no comments in their text. */
export const shownMarker = (id: string): string => `Pinbound ${id}`;

/** Whether a text was written here. A quotation of one with an answer below was not. */
export const isMarked = (text: string): boolean =>
  new RegExp(`(?:<!-- pinbound:${UUID} -->|Pinbound ${UUID}[_*{}:\\w#]*)\\s*$`).test(text);

/** An issue's text in Markdown, without a marker. */
export function issueMarkdown({ content, pageUrl, selector, pictureUrl, author, project }: AnnotationText): string {
  const facts = [
    `**Page:** ${linkMarkdown(cut(pageUrl, MAX_TITLE), pageUrl)}`,
    ...(selector ? [`**Element:** ${codeMarkdown(cut(selector, MAX_SELECTOR))}`] : []),
    `**By:** ${escapeMarkdown(oneLine(author))}, in ${escapeMarkdown(oneLine(project))}`,
  ];
  const picture = pictureUrl ? [`![Picture of the page](<${encodeUrl(pictureUrl)}>)`] : [];
  return [quoteMarkdown(content), facts.join('  \n'), ...picture].join('\n\n');
}

/** A comment's text in Markdown, without a marker. */
export const commentMarkdown = ({ content, author }: CommentText): string =>
  `**${escapeMarkdown(oneLine(author))}** wrote:\n\n${quoteMarkdown(content)}`;
