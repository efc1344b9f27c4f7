import { callNative, nodeTypeOf, TEXT, tagOf } from '../../shared/page/dom-access.ts';
import { intersect } from '../page/geometry.ts';
import { renderedNodes } from '../page/hit-test.ts';
import { type DisplayItem, parseLength } from './display-list.ts';

const SHAPES = 'path, rect, circle, ellipse';
/** Maximum number of words in a picture, which bounds the painting time. */
const WORD_LIMIT = 2_000;

type Context = CanvasRenderingContext2D;

/**
 * Paints boxes, colors, texts, SVG shapes and same-origin images. Reads the page and changes
 * nothing. Cross-origin images and masked elements become gray boxes, so the canvas is never
 * tainted.
 */
export function paint(context: Context, items: readonly DisplayItem[]): void {
  let words = 0;
  for (const item of items) {
    const { element, box, clip, isMasked, alpha } = item;
    context.save();
    context.globalAlpha = alpha;
    context.beginPath();
    context.rect(clip.x, clip.y, clip.width, clip.height);
    context.clip();
    paintBox(context, item);
    if (isMasked) paintGrayBox(context, box);
    else if (tagOf(element) === 'svg') paintSvg(context, element as SVGSVGElement);
    else if (callNative(element, 'matches', 'img, canvas, video, iframe')) paintPicture(context, item);
    else if (words < WORD_LIMIT) words += paintWords(context, item);
    context.restore();
  }
}

function paintBox(context: Context, { box, style }: DisplayItem): void {
  const { left, top, width, height } = box;
  const [gradient] = /rgba?\([^)]+\)/.exec(style.backgroundImage) ?? [];
  context.fillStyle = gradient ?? style.backgroundColor;
  context.beginPath();
  if (context.roundRect) context.roundRect(left, top, width, height, parseLength(style.borderTopLeftRadius));
  else context.rect(left, top, width, height);
  context.fill();
  const line = parseLength(style.borderTopWidth);
  const below = parseLength(style.borderBottomWidth);
  if (line > 0) {
    context.lineWidth = line;
    context.strokeStyle = style.borderTopColor;
    context.stroke();
  } else if (below > 0) {
    context.fillStyle = style.borderBottomColor;
    context.fillRect(left, top + height - below, width, below);
  }
}

function paintGrayBox(context: Context, { left, top, width, height }: DOMRect): void {
  context.fillStyle = '#9aa3b066';
  context.fillRect(left + 4, top + 4, Math.max(0, width - 8), Math.max(0, height - 8));
}

function paintPicture(context: Context, { element, box }: DisplayItem): void {
  const { naturalWidth, currentSrc } = element as HTMLImageElement;
  if (tagOf(element) === 'img' && naturalWidth && isReadable(currentSrc)) {
    context.drawImage(element as HTMLImageElement, box.left, box.top, box.width, box.height);
  } else paintGrayBox(context, box);
}

/** True for an image that does not taint a canvas. */
const isReadable = (source: string) => source.startsWith('data:') || new URL(source).origin === location.origin;

function paintSvg(context: Context, svg: SVGSVGElement): void {
  for (const shape of svg.querySelectorAll<SVGGraphicsElement>(SHAPES)) {
    const matrix = shape.getScreenCTM();
    if (!matrix || shape.closest('defs, clipPath, mask, symbol')) continue;
    const style = getComputedStyle(shape);
    const outline = outlineOf(shape);
    context.save();
    context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
    context.lineWidth = parseLength(style.strokeWidth) || 1;
    for (const operation of ['fill', 'stroke'] as const) {
      if (!style[operation].startsWith('rgb')) continue;
      context[`${operation}Style`] = style[operation];
      context[operation](outline);
    }
    context.restore();
  }
}

function outlineOf(shape: SVGGraphicsElement): Path2D {
  if (shape.localName === 'path') return new Path2D(shape.getAttribute('d') ?? '');
  const path = new Path2D();
  const { x, y, width, height } = shape.getBBox();
  if (shape.localName === 'rect') path.rect(x, y, width, height);
  else path.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  return path;
}

/** @returns the number of words painted */
function paintWords(context: Context, { element, style, clip, scale }: DisplayItem): number {
  let count = 0;
  const range = document.createRange();
  const { fontStyle, fontWeight, fontSize, fontFamily, textTransform } = style;
  for (const node of renderedNodes(element)) {
    if (nodeTypeOf(node) !== TEXT) continue;
    context.font = `${fontStyle} ${fontWeight} ${scale * parseLength(fontSize)}px ${fontFamily}`;
    context.fillStyle = style.color;
    context.textBaseline = 'middle';
    for (const word of (node.nodeValue ?? '').matchAll(/\S+/g)) {
      if (++count > WORD_LIMIT) return count;
      const start = word.index ?? 0;
      range.setStart(node, start);
      range.setEnd(node, start + word[0].length);
      const box = range.getBoundingClientRect();
      if (!intersect(box, clip)) continue;
      const text = textTransform === 'uppercase' ? word[0].toUpperCase() : word[0];
      context.fillText(text, box.left, box.top + box.height / 2, box.width + 1);
    }
  }
  return count;
}
