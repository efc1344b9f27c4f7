import { rectOf } from '../../shared/page/frames.ts';
import { isVisible } from '../page/visibility.ts';
import type { LocatedAnnotation } from './placement.ts';

/**
 * True if the element is on this page but not visible, such as in an inactive tab or a closed menu.
 */
export function isHidden({ element }: LocatedAnnotation): boolean {
  if (!element) return false;
  const { width, height } = rectOf(element);
  return (!width && !height) || !isVisible(element);
}
