import { withoutDirections } from '../../../lib/without-directions.ts';

/**
 * Free text on one line without control characters, so that it cannot imitate the service's own
 * lines, and without those of direction, by which `gpj.exe` reads as `exe.jpg`.
 */
export const oneLine = (text: string): string =>
  withoutDirections(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** First `max` UTF-16 units of a text, without a surrogate pair cut in half. */
export const truncateText = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
