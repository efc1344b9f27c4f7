import { rectOf } from '../shared/frames.ts';
import type { Placeable } from './placement.ts';

/** True when its element is on this page and not displayed: in a tab that is not chosen, or a menu that is closed. */
export function isUnseen({ element }: Placeable): boolean {
  const { width, height } = element ? rectOf(element) : { width: 1, height: 1 };
  return !width && !height;
}
