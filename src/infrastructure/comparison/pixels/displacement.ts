import type { Box } from '../../images/geometry.ts';
import type { Side } from '../unreadable-image-error.ts';

/** Boxes of an element that both pages have, in unrounded pixels of their images. */
export interface Displacement extends Record<Side, Box> {
  /** Nearest recorded ancestors of the two elements. */
  parent?: Displacement | undefined;
  /** Whether it is a list item, beside which a browser draws a marker. */
  isItem?: boolean;
}
