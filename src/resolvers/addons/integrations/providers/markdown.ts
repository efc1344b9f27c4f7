import { oneLine, truncateText } from '../../../platform/text/plain-text.ts';

/** Truncates a text to `max` UTF-16 units, between characters, and ends it with an ellipsis. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${truncateText(text, max - 1)}…`;
}

/** Splits at every kind of line break. */
const lines = (text: string): string[] => text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);

/** Invisible character that prevents a mention or a reference. */
const JOINER = '\u2060';

/** Replaces spaces by no-break spaces: four spaces or a tab would start a code block. */
const indent = (spaces: string): string => spaces.replace(/\t/g, '    ').replace(/ /g, '\u00a0');

/**
 * Escapes plain text for Markdown. No part of it formats, links, embeds, mentions a user or refers
 * to an issue.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/^[ \t]+/gm, indent)
    .replace(/[\\`*_{}[\]()<>|~=$&+.#-]/g, '\\$&')
    .replace(/[@#!%](?=\S)/g, `$&${JOINER}`)
    .replace(/:(?!\d+:)(?=(?:\\?[\w+-])+:)/g, `:${JOINER}`)
    .replace(/:\/\//g, `:${JOINER}//`);

/** Quotes plain text, so that no line starts a list, a heading or a command. */
export const quoteMarkdown = (text: string): string =>
  lines(text)
    .map((line) => `> ${escapeMarkdown(line)}`.trimEnd())
    .join('\n');

/** Formats any text as a code span, with a fence longer than the text's backtick runs. */
export function codeMarkdown(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** Formats a link. */
export const linkMarkdown = (label: string, url: string): string => `[${escapeMarkdown(label)}](<${encodeUrl(url)}>)`;

/** Encodes characters of a URL that would end a link in Markdown, Slack or wiki markup. */
export const encodeUrl = (url: string): string =>
  url.replace(/[\s<>|[\]{}"\\^`]/g, (character) => encodeURIComponent(character));
