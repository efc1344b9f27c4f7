/** `invalid` names the first one that is no CSS selector. */
export type HideResult = { hidden: number } | { invalid: string };

/** Makes what matches invisible. Its place stays empty, so that nothing else moves. */
export function hide(selectors: string[]): HideResult {
  let hidden = 0;
  for (const selector of selectors) {
    let matches: HTMLElement[];
    try {
      matches = Array.from(document.querySelectorAll<HTMLElement>(selector));
    } catch {
      return { invalid: selector };
    }
    hidden += matches.length;
    for (const match of matches) {
      // Descendants may be visible in an invisible element; in one without opacity nothing is.
      match.style.setProperty('visibility', 'hidden', 'important');
      match.style.setProperty('opacity', '0', 'important');
    }
  }
  return { hidden };
}
