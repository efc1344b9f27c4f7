/**
 * Removes trailing repetitions of a character in linear time. A regular expression such as `/\/+$/`
 * is quadratic for long runs in the middle of the text.
 * @param character a single character
 */
export function trimTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
