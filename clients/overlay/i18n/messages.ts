import type UI from './en.ts';
import type PINS from './pins/en.ts';

/** Messages of pins and the badge. {@link formatMessage} fills their placeholders `{…}`. */
export type PinMessages = Readonly<Record<keyof typeof PINS, string>>;
/** Messages of the user interface. */
export type UiMessages = Readonly<Record<keyof typeof UI, string>>;
/** All messages. */
export type Messages = PinMessages & UiMessages;

/** Replaces the placeholders of a message. */
export function formatMessage(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
