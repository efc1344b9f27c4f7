import type { Box } from './hide.ts';
import { boxOf, drawOutline, drawShape, type Shape, type Tool } from './shapes.ts';

/** Larger pictures are reduced, pixels. */
const MAX_SIDE = 4_096;
/** Sides of a crop, pixels. */
const MIN_CROP = 16;

/** Tools whose shape is shown while it is being drawn; of others, the area is. */
const LINES: ReadonlySet<Tool> = new Set<Tool>(['pen', 'arrow', 'rectangle']);

/** A picture with the shapes drawn into it. */
export interface Drawing {
  /** Visible part of the picture. */
  readonly view: Box;
  /** Number of shapes. */
  readonly size: number;
  /** @returns false if the shape is too small to be meant */
  add(shape: Shape): boolean;
  undo(): void;
  /** Shows the visible part, and a shape that is being drawn. */
  paint(canvas: HTMLCanvasElement, draft: Shape | null): void;
}

/** Creates a drawing. Every change starts from the picture, so that each can be undone. */
export function createDrawing(picture: ImageBitmap): Drawing {
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const whole: Box = {
    x: 0,
    y: 0,
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  const work = document.createElement('canvas');
  [work.width, work.height] = [whole.width, whole.height];
  const context = work.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  const shapes: Shape[] = [];
  let view = whole;

  const draw = () => {
    view = whole;
    // Transparent parts would be black in formats without transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, whole.width, whole.height);
    context.drawImage(picture, 0, 0, whole.width, whole.height);
    for (const shape of shapes) {
      if (shape.tool === 'crop') view = boxOf(shape, view);
      else drawShape(context, shape, view);
    }
  };
  draw();
  return {
    get view() {
      return view;
    },
    get size() {
      return shapes.length;
    },
    add(shape) {
      const { width, height } = boxOf(shape, view);
      const isMeant =
        shape.tool === 'text'
          ? shape.words !== ''
          : shape.tool === 'crop'
            ? Math.min(width, height) >= MIN_CROP
            : shape.way.length > 2 || Math.max(width, height) >= Math.max(view.width, view.height) / 100;
      if (!isMeant) return false;
      shapes.push(shape);
      draw();
      return true;
    },
    undo() {
      shapes.pop();
      draw();
    },
    paint(canvas, draft) {
      [canvas.width, canvas.height] = [view.width, view.height];
      const shown = canvas.getContext('2d') as CanvasRenderingContext2D;
      shown.translate(-view.x, -view.y);
      shown.drawImage(work, 0, 0);
      if (!draft) return;
      if (LINES.has(draft.tool)) drawShape(shown, draft, view);
      else drawOutline(shown, draft, view);
    },
  };
}
