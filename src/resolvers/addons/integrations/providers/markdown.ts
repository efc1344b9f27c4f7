import { oneLine } from '../../../text/one-line.ts';
import { wholeCharacters } from '../../../text/whole-characters.ts';

/** Cuts a text to so many UTF-16 units, whole characters only, and says so. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${wholeCharacters(text, max - 1)}…`;
}

/** Every kind of line break as one. */
const lines = (text: string): string[] => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);

/** Invisible; keeps what follows from being read as a name or a number. */
const JOINER = '\u2060';

/** Four of them, or a tab, begin a block of code. */
const indent = (spaces: string): string => spaces.replace(/\t/g, '    ').replace(/ /g, '\u00a0');

/** Plain text in Markdown: nothing of it formats, links, embeds, mentions somebody, refers to an issue or turns into a picture. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/^[ \t]+/gm, indent)
    .replace(/[\\`*_{}[\]()<>|~=$&+.#-]/g, '\\$&')
    .replace(/[@#!%](?=\S)/g, `$&${JOINER}`)
    .replace(/:(?!\d+:)(?=(?:\\?[\w+-])+:)/g, `:${JOINER}`)
    .replace(/:\/\//g, `:${JOINER}//`);

/** A quotation of plain text: no line of it can start a list, a heading, or a command. */
export const quoteMarkdown = (text: string): string =>
  lines(text)
    .map((line) => `> ${escapeMarkdown(line)}`.trimEnd())
    .join('\n');

/** A code span of any text: the fence is longer than what it holds. */
export function codeMarkdown(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** A link whose address ends where it should. */
export const linkMarkdown = (label: string, url: string): string => `[${escapeMarkdown(label)}](<${encodeUrl(url)}>)`;

/** A url without the characters that end a link in Markdown, Slack or wiki markup. */
export const encodeUrl = (url: string): string =>
  url.replace(/[\s<>|[\]{}"\\^`]/g, (character) => encodeURIComponent(character));
