import { withoutDirections } from '../../../lib/without-directions.ts';

/**
 * Free text on one line without control characters, so that it cannot imitate the service's own
 * lines, and without those of direction, by which `gpj.exe` reads as `exe.jpg`.
 */
export const oneLine = (text: string): string =>
  withoutDirections(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** A scheme, `www.`, or a host with a path: mail programs turn them into links. */
const LINK = /:\/\/|\bwww\.|\.\p{L}{2,}(:\d+)?\/\S/iu;

/**
 * Name for a mail to an address that anybody may have entered, who may have chosen the name as
 * well: one with a link is left out. Names of sites, such as `shop.example`, are shown.
 */
export const nameWithoutLink = (name: string, otherwise: string): string => {
  const line = oneLine(name);
  return line === '' || LINK.test(line.normalize('NFKC')) ? otherwise : line;
};

/** First `max` UTF-16 units of a text, without a surrogate pair cut in half. */
export const truncateText = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
