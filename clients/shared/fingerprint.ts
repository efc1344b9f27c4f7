import { selectorOf } from './selector.ts';
import { textOf } from './text.ts';
import { xpathOf } from './xpath.ts';

/** A rectangle in CSS pixels, measured from the page's top left corner (not the window's). */
interface PageBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the service stores about an element, so that it can be found and recognised later. Under 8 KiB as JSON. */
export interface Fingerprint {
  readonly tag: string;
  /** CSS selector, unique in the document when it was taken. */
  readonly selector: string;
  readonly xpath: string;
  /** Text or label, white space squeezed, cut at 300 characters. */
  readonly text: string;
  /** Computed values of the properties that make up how the element looks, each cut at 120 characters. */
  readonly styles: Readonly<Record<string, string>>;
  readonly box: PageBox;
}

/** Describes an element. Reads layout once; changes nothing. */
export function fingerprint(element: Element): Fingerprint {
  return {
    tag: element.localName,
    selector: selectorOf(element),
    xpath: xpathOf(element),
    text: textOf(element),
    styles: stylesOf(element),
    box: boxOf(element),
  };
}

const STYLES = ['display', 'color', 'background-color', 'font-family', 'font-size', 'font-weight'];

function stylesOf(element: Element): Record<string, string> {
  const computed = getComputedStyle(element);
  return Object.fromEntries(STYLES.map((name) => [name, computed.getPropertyValue(name).slice(0, 120)]));
}

function boxOf(element: Element): PageBox {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: round(left + scrollX), y: round(top + scrollY), width: round(width), height: round(height) };
}

/** Hundredths of a pixel are enough and keep the stored JSON short. */
function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
