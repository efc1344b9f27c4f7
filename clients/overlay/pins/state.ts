import { tagOf } from '../../shared/page/dom-access.ts';
import { rectOf } from '../../shared/page/frames.ts';
import type { MatchState } from '../../shared/rebind/verification/match-results.ts';
import { isVisible } from '../page/visibility.ts';
import { hasTarget, type LocatedAnnotation } from './placement.ts';

/**
 * State of an annotation on the page now, the same in the list, the thread and the panel. `page`:
 * about the whole page. `hidden`: on the page, but not visible, such as in an inactive tab.
 */
export type PinState = MatchState | 'page' | 'hidden';

/** Reads the state. Reads the layout if the element is on the page. */
export function stateOf(pin: LocatedAnnotation): PinState {
  const { element, state, isLocated } = pin;
  if (element ? /^(html|body)$/.test(tagOf(element)) : !hasTarget(pin)) return 'page';
  if (!element) return isLocated ? state : 'bound';
  const { width, height } = rectOf(element);
  return (width || height) && isVisible(element) ? 'bound' : 'hidden';
}

/** True if the element is not surely on the page. */
export const isLost = (state: PinState) => state === 'moved' || state === 'orphaned';
