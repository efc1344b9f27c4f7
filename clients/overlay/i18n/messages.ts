import type BOOT from './boot-en.json';
import type PINS from './pins-en.json';
import type UI from './ui-en.json';

/** Messages that are needed before a language is loaded. */
export type BootMessages = Readonly<Record<keyof typeof BOOT, string>>;
/** Messages of pins and the badge. {@link formatMessage} fills their placeholders `{…}`. */
export type PinMessages = Readonly<Record<keyof typeof PINS, string>>;
/** Messages of the user interface. */
export type UiMessages = Readonly<Record<keyof typeof UI, string>>;
/** Messages of a loaded language. */
export type Messages = PinMessages & UiMessages;
/** Messages of the page that replace those of the catalogs. */
export type MessageOverrides = Partial<BootMessages & Messages & { readonly loadFailed: string }>;

/** Replaces the placeholders of a message. */
export function formatMessage(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
