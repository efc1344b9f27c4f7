import { attributeOf, callNative, firstChildOf, tagOf } from './dom-access.ts';
import { isPrivate } from './privacy.ts';

/** Longest label, characters. */
const LABEL_LIMIT = 120;
/** Attributes that name an element. */
export const LABEL_ATTRIBUTES = ['aria-label', 'alt', 'title', 'placeholder'];
const PICTURE_SELECTOR = 'img, svg, use, [aria-label], [title], input[type=image]';

/**
 * Returns the label of an element without text: its own `aria-label`, `alt`, `title`, `placeholder`
 * or button caption, the name of its picture, or that of the first picture in it unless it is
 * private.
 */
export function labelOf(element: Element): string {
  const own = ownLabel(element);
  if (own || !firstChildOf(element) || tagOf(element) === 'svg') return own;
  const picture = callNative(element, 'querySelector', PICTURE_SELECTOR);
  return picture && !isPrivate(picture) ? ownLabel(picture) : '';
}

/**
 * Identifies a picture by its name, or else an inline `svg` by its path data without separators,
 * which tools rewrite. Empty for other elements.
 */
export function iconOf(picture: Element): string {
  const name = pictureName(picture);
  if (name || tagOf(picture) !== 'svg') return name;
  let hash = 0;
  for (const shape of picture.querySelectorAll('[d]'))
    for (const sign of (attributeOf(shape, 'd') ?? '').replace(/[\s,]+/g, ''))
      hash = (hash * 31 + sign.charCodeAt(0)) | 0;
  return hash ? hash.toString(36) : '';
}

function ownLabel(element: Element): string {
  if (/^(input|button)$/.test(tagOf(element)) && /^(submit|button|reset)$/.test(attributeOf(element, 'type') ?? '')) {
    const value = attributeOf(element, 'value');
    if (value) return value.slice(0, LABEL_LIMIT);
  }
  for (const name of LABEL_ATTRIBUTES) {
    const value = attributeOf(element, name);
    if (value) return value.slice(0, LABEL_LIMIT);
  }
  return pictureName(element).slice(0, LABEL_LIMIT);
}

/**
 * Derives a name from the picture's URL: "icon search" from `/img/icon-search@2x.8f3a.svg` and
 * `#icon-search`.
 */
function pictureName(element: Element): string {
  const tag = tagOf(element);
  if (tag === 'svg') {
    const use = element.querySelector('use');
    return element.querySelector('title')?.textContent?.trim() || (use ? pictureName(use) : '');
  }
  if (tag !== 'img' && tag !== 'use') return '';
  const source =
    ['src', 'href', 'xlink:href'].map((one) => attributeOf(element, one)).find((one) => one !== null) ?? '';
  if (source.startsWith('data:')) return '';
  const name = source.replace(/[?].*/s, '').split(/[/#]/).pop() ?? '';
  return name
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2 && !/^(svg|png|jpe?g|gif|webp|avif)$/i.test(word))
    .join(' ');
}
