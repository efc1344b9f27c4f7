import { rectOf } from '../../shared/page/frames.ts';
import { isDrawn } from '../page/sight.ts';
import type { Placeable } from './placement.ts';

/** True when its element is on this page and not to be seen: in a tab that is not chosen, or a menu that is closed. */
export function isUnseen({ element }: Placeable): boolean {
  if (!element) return false;
  const { width, height } = rectOf(element);
  return (!width && !height) || !isDrawn(element);
}
