/** A text's first so many UTF-16 units, less half a character that the cut would leave. */
export const wholeCharacters = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
