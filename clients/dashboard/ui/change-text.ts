import { fill } from '../i18n/languages.ts';
import type { Messages } from '../i18n/main.ts';

/** An element before or after a change. */
interface ElementState {
  text: string;
  /** Computed values that differ, by name. */
  style: Readonly<Record<string, unknown>>;
  box: { x: number; y: number; width: number; height: number };
}

/** An element that changed, as the service describes it. */
export interface ChangedElement {
  tag: string;
  kinds: readonly string[];
  /** Null for an added element. */
  before: ElementState | null;
  /** Null for a removed element. */
  after: ElementState | null;
  /** Places in a list, from 1, if its order was asked for. */
  order?: { before: number; after: number };
}

interface Area {
  kind: 'changed' | 'inserted' | 'removed';
  width: number;
  height: number;
}

/** One changed property. */
interface Detail {
  text: string;
  /** Absent if the element, not a value of it, changed. */
  before?: string;
  after?: string;
  /** Whether the values are colors. */
  isColor?: boolean;
}

/** Characters of a text that are shown. */
const MOST = 60;

/** Texts of computed values, by the name that the service gives them. */
const PROPERTIES = {
  color: 'propertyColor',
  backgroundColor: 'propertyBackground',
  borderColor: 'propertyBorder',
  opacity: 'propertyOpacity',
  fontSize: 'propertyFontSize',
  fontWeight: 'propertyFontWeight',
  fontFamily: 'propertyFont',
  linkTarget: 'propertyLink',
} as const satisfies Record<string, keyof Messages>;
const COLORS: readonly string[] = ['color', 'backgroundColor', 'borderColor'];

/** Name of a computed value: that of CSS for the rarer ones. */
const propertyOf = (name: string, messages: Messages): string =>
  isCommon(name) ? messages[PROPERTIES[name]] : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const isCommon = (name: string): name is keyof typeof PROPERTIES => name in PROPERTIES;

/** Name of an element: its tag, and the beginning of its text. */
export function nameOf({ tag, before, after }: ChangedElement): string {
  const text = (after ?? before)?.text.trim();
  return text ? `${tag} “${shortened(text, 40)}”` : tag;
}

/** Changes of an element by property. */
export function detailsOf(element: ChangedElement, messages: Messages): Detail[] {
  const { kinds, before, after } = element;
  const details: Detail[] = [];
  if (kinds.includes('added')) details.push({ text: messages.changeAdded });
  if (kinds.includes('removed')) details.push({ text: messages.changeRemoved });
  if (!before || !after) return details;
  if (kinds.includes('text')) {
    const quoted = (text: string) => `“${shortened(text.trim(), MOST)}”`;
    details.push({ text: messages.changeText, before: quoted(before.text), after: quoted(after.text) });
  }
  for (const name of new Set([...Object.keys(PROPERTIES), ...Object.keys(before.style)])) {
    const [from, to] = [before.style[name], after.style[name]];
    if (typeof from !== 'string' || typeof to !== 'string' || from === to) continue;
    // A border without a color of its own has that of the text, also where the element has none.
    if (name === 'borderColor' && from === before.style.color && to === after.style.color) continue;
    const isColor = COLORS.includes(name);
    const textOf = (value: string) => (isColor ? hexesOf(value) : shortened(value, MOST) || '–');
    details.push({ text: propertyOf(name, messages), before: textOf(from), after: textOf(to), isColor });
  }
  const { order } = element;
  if (order) details.push({ text: messages.changeOrder, before: `${order.before}`, after: `${order.after}` });
  if (kinds.includes('resized')) {
    const sizeOf = ({ box }: typeof before) => `${Math.round(box.width)} × ${Math.round(box.height)}`;
    details.push({ text: messages.changeSize, before: sizeOf(before), after: sizeOf(after) });
  }
  if (kinds.includes('moved')) {
    const pointOf = ({ box }: typeof before) => `${Math.round(box.x)}, ${Math.round(box.y)}`;
    details.push({ text: messages.changePosition, before: pointOf(before), after: pointOf(after) });
  }
  if (kinds.includes('content')) details.push({ text: messages.changeContent });
  if (kinds.includes('silent')) details.push({ text: messages.changeSilent });
  return details;
}

/** Name of a region in which no element is known to have changed. */
export function areaOf({ kind, width, height }: Area, messages: Messages): string {
  const text = { changed: messages.areaChanged, inserted: messages.areaInserted, removed: messages.areaRemoved }[kind];
  return fill(text, { size: `${width} × ${height}` });
}

const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Computed colors as `#rrggbb`, one or those of the four sides of a border. */
const hexesOf = (colors: string): string => colors.replace(/rgba?\([^)]*\)/g, hexOf);

/** A computed color as `#rrggbb`, with its alpha if it is not opaque; others as they are. */
function hexOf(color: string): string {
  const [, r, g, b, alpha = '1'] = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(color) ?? [];
  if (r === undefined || g === undefined || b === undefined) return color;
  if (alpha === '0') return 'transparent';
  const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');
  const opaque = `#${hex(Number(r))}${hex(Number(g))}${hex(Number(b))}`;
  return alpha === '1' ? opaque : `${opaque}${hex(255 * Number(alpha))}`;
}
