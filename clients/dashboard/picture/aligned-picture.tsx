import classes from './aligned-picture.module.css';
import { segmentsOf } from './alignment.ts';
import type { Size } from './view.ts';

interface Props {
  /** Canvas that the pictures of a pane share, pixels. */
  canvas: Size;
  picture: Size & { url: string };
  /** Rows that only the other picture has, in rows of the canvas. */
  gaps: readonly { y: number; rows: number }[];
  onError(): void;
}

/** A picture on the canvas of a comparison: equal rows are at the same height in both pictures. */
export function AlignedPicture({ canvas, picture, gaps, onError }: Props) {
  return (
    <div className={classes.layer} style={{ width: canvas.width, height: canvas.height }}>
      {gaps.map(({ y, rows }) => (
        <div key={y} className={classes.gap} style={{ top: y, height: rows, width: picture.width }} />
      ))}
      {segmentsOf(picture.height, gaps).map(({ top, from, rows }) => (
        <div key={top} className={classes.segment} style={{ top, height: rows, width: picture.width }}>
          <img
            src={picture.url}
            alt=""
            width={picture.width}
            height={picture.height}
            style={{ top: -from }}
            decoding="async"
            draggable={false}
            onError={onError}
          />
        </div>
      ))}
    </div>
  );
}
