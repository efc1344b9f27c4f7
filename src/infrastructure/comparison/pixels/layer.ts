import type { Box } from '../../images/geometry.ts';
import type { Rows } from './image-rows.ts';

/** Image rows with their ignored boxes. */
export interface Layer {
  image: Rows;
  ignored: readonly Box[];
}

/** Differing pixels of a range of rows. */
export interface Differences {
  /** First row on the canvas. */
  top: number;
  /** One value per pixel, row by row; non-zero if it differs. Overwritten by the next result. */
  mask: Uint32Array;
}
