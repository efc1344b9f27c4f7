import type { ThreadQuery } from './thread.generated.ts';

/** Members of a fingerprint that find the element in the source. */
const FINGERPRINT = ['selector', 'xpath', 'text'] as const;

/**
 * Everything that a coding agent needs to work on a comment, as Markdown. Texts of people are in
 * fenced blocks, longer than any fence within them.
 */
export function forAgent(annotation: NonNullable<ThreadQuery['annotation']>): string {
  const { number, content, url, domFingerprint, metadata, comments } = annotation;
  const element = FINGERPRINT.flatMap((name) => {
    const value = domFingerprint[name];
    return typeof value === 'string' && value !== '' ? [`- ${name}: ${inline(value)}`] : [];
  });
  const diagnostics = metadata.diagnostics;
  const sections = [
    `# Comment ${number}`,
    `Page: ${url}`,
    fenced(content),
    ...(element.length > 0 ? ['## Element', element.join('\n')] : []),
    ...comments.nodes.flatMap(({ author, visibility, content: reply }) => [
      `## Reply by ${inline(author.name ?? 'a visitor')}${visibility === 'internal' ? ' (internal)' : ''}`,
      fenced(reply),
    ]),
    ...(diagnostics ? ['## Diagnostics', fenced(JSON.stringify(withoutPicture(diagnostics), null, 2))] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Text in backticks on one line; more backticks than the text has in a row. */
function inline(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const ticks = '`'.repeat(longestRun(line) + 1);
  return `${ticks} ${line} ${ticks}`;
}

function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}\n${text}\n${fence}`;
}

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

const withoutPicture = (diagnostics: unknown): object => ({ ...(diagnostics as object), picture: undefined });
