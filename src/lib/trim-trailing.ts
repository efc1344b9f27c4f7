/**
 * A text without the run of a character at its end. In linear time: a regular expression such as `/\/+$/` would try each
 * run from each of its characters. @param character one
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
