import type EN from './en.ts';

/** Everything the overlay says. `{…}` are places that {@link fill} fills. */
export type Words = Readonly<Record<keyof typeof EN, string>>;

/** Puts values into the places of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
