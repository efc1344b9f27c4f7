import { type Box, hide } from './hide.ts';

export type Tool = 'pen' | 'arrow' | 'rectangle' | 'text' | 'blur' | 'crop';

/** One step of drawing: from the start to the end of a drag, in pixels of the picture. */
export interface Shape {
  readonly tool: Tool;
  readonly x: number;
  readonly y: number;
  readonly endX: number;
  readonly endY: number;
  /** Way of the tool `pen` between start and end. */
  readonly way: readonly (readonly [x: number, y: number])[];
  /** Color of lines and words. */
  readonly color: Color;
  /** Words of the tool `text`. */
  readonly words: string;
  /** Start of the random numbers of the tool `blur`. */
  readonly seed: number;
}

type Context = CanvasRenderingContext2D;

/** Colors of lines and words, by the name of their button; the first one is chosen at the start. */
export const COLORS = { red: '#e0242f', blue: '#2f55d4', green: '#0b7a4b', black: '#111827' } as const;
export type Color = keyof typeof COLORS;

/** Visible around the color on backgrounds of the same color. */
const HALO = '#fff';

/** Returns the rectangle between start and end of a shape, whole pixels within bounds. */
export function boxOf({ x, y, endX, endY }: Shape, bounds: Box): Box {
  const left = Math.max(bounds.x, Math.floor(Math.min(x, endX)));
  const top = Math.max(bounds.y, Math.floor(Math.min(y, endY)));
  const right = Math.min(bounds.x + bounds.width, Math.ceil(Math.max(x, endX)));
  const bottom = Math.min(bounds.y + bounds.height, Math.ceil(Math.max(y, endY)));
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Width of lines in a picture: a share of its size, so that it is visible in a preview. */
const lineWidth = ({ width, height }: Box) => Math.max(2, Math.max(width, height) / 180);

/** Height of letters in a picture. */
export const letterHeight = (view: Box): number => 6 * lineWidth(view);

/**
 * Draws a shape into the picture; a crop changes the view instead.
 *
 * @param view visible part of the picture, which sizes lines and letters
 */
export function drawShape(context: Context, shape: Shape, view: Box): void {
  if (shape.tool === 'blur') hide(context, boxOf(shape, view), shape.seed);
  if (shape.tool === 'text') drawWords(context, shape, view);
  if (shape.tool === 'arrow') stroke(context, arrowOf(shape, view), shape.color, view);
  if (shape.tool === 'pen') stroke(context, wayOf(shape), shape.color, view);
  if (shape.tool === 'rectangle') {
    const { x, y, width, height } = boxOf(shape, view);
    const path = new Path2D();
    path.rect(x, y, width, height);
    stroke(context, path, shape.color, view);
  }
}

/** Outlines the area of a shape that is not complete. */
export function drawOutline(context: Context, shape: Shape, view: Box): void {
  const { x, y, width, height } = boxOf(shape, view);
  context.save();
  if (shape.tool === 'crop') {
    const outside = new Path2D();
    outside.rect(view.x, view.y, view.width, view.height);
    outside.rect(x, y, width, height);
    context.fillStyle = '#000a';
    context.fill(outside, 'evenodd');
  }
  context.lineWidth = lineWidth(view) / 2;
  for (const [color, dash] of [
    ['#fff', []],
    ['#2f55d4', [4 * context.lineWidth]],
  ] as const) {
    context.strokeStyle = color;
    context.setLineDash([...dash]);
    context.strokeRect(x, y, width, height);
  }
  context.restore();
}

function wayOf({ x, y, way, endX, endY }: Shape): Path2D {
  const path = new Path2D();
  path.moveTo(x, y);
  for (const point of way) path.lineTo(...point);
  path.lineTo(endX, endY);
  return path;
}

function arrowOf({ x, y, endX, endY }: Shape, view: Box): Path2D {
  const angle = Math.atan2(endY - y, endX - x);
  const head = Math.min(5 * lineWidth(view), Math.hypot(endX - x, endY - y) / 2);
  const path = new Path2D();
  path.moveTo(x, y);
  path.lineTo(endX, endY);
  for (const side of [-1, 1]) {
    const direction = angle + side * 2.6;
    path.moveTo(endX, endY);
    path.lineTo(endX + head * Math.cos(direction), endY + head * Math.sin(direction));
  }
  return path;
}

function stroke(context: Context, path: Path2D, name: Color, view: Box): void {
  context.save();
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const width = lineWidth(view);
  for (const [color, extra] of [
    [HALO, width],
    [COLORS[name], 0],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width + extra;
    context.stroke(path);
  }
  context.restore();
}

function drawWords(context: Context, { x, y, words, color }: Shape, view: Box): void {
  context.save();
  const height = letterHeight(view);
  context.font = `600 ${height}px system-ui, sans-serif`;
  context.textBaseline = 'top';
  context.lineJoin = 'round';
  context.lineWidth = height / 4;
  context.strokeStyle = HALO;
  context.fillStyle = COLORS[color];
  const most = Math.max(1, view.x + view.width - x);
  context.strokeText(words, x, y, most);
  context.fillText(words, x, y, most);
  context.restore();
}
