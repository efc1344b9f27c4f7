/**
 * Free text on one line without control characters, so that it cannot imitate the service's own
 * lines.
 */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** First `max` UTF-16 units of a text, without a surrogate pair cut in half. */
export const truncateText = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
