import type PANELS from '../i18n/en.ts';
import type PINS from '../i18n/pins/en.ts';

/** What is said by pins and the badge. `{…}` are places that {@link fill} fills. */
export type PinWords = Readonly<Record<keyof typeof PINS, string>>;
/** What is said by all that opens. */
export type PanelWords = Readonly<Record<keyof typeof PANELS, string>>;
/** Everything the overlay says. */
export type Words = PinWords & PanelWords;

/** Puts values into the places of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
