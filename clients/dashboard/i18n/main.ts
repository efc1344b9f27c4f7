import type { Language } from './languages.ts';
import type EN from './main-en.json';

/** Texts that every visit may need. Each language is one chunk. */
export type Messages = Readonly<Record<keyof typeof EN, string>>;

export async function loadMessages(language: Language): Promise<Messages> {
  return (await import(`./main-${language}.json`)).default;
}
