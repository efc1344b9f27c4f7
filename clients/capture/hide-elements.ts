import { matchesIn, styleOf } from './dom-access.ts';
import { roots } from './roots.ts';

/** `invalid` names the first one that is no CSS selector. */
export type HideResult = { hidden: number } | { invalid: string };

/** Makes what matches invisible, in open shadow trees too. Its place stays empty, so that nothing else moves. */
export function hide(selectors: string[]): HideResult {
  const all = roots();
  let hidden = 0;
  for (const selector of selectors) {
    let matches: Element[];
    try {
      matches = all.flatMap((root) => matchesIn(root, selector));
    } catch {
      return { invalid: selector };
    }
    hidden += matches.length;
    for (const match of matches) {
      const style = styleOf(match);
      // Descendants may be visible in an invisible element; in one without opacity nothing is.
      style?.setProperty('visibility', 'hidden', 'important');
      style?.setProperty('opacity', '0', 'important');
    }
  }
  return { hidden };
}
