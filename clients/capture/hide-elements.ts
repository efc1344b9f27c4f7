import { matchesIn, styleOf } from './dom-access.ts';
import { documentAndShadowRoots } from './roots.ts';

/** Number of elements hidden, or the first invalid selector. */
export type HideResult = { hidden: number } | { invalid: string };

/** Hides all matching elements, in open shadow trees too. The layout does not change. */
export function hideElements(selectors: string[]): HideResult {
  const all = documentAndShadowRoots();
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
      // Descendants can override `visibility`, but not `opacity`.
      style?.setProperty('visibility', 'hidden', 'important');
      style?.setProperty('opacity', '0', 'important');
    }
  }
  return { hidden };
}
