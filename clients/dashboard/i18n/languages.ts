import type { Messages } from './en.ts';

/** Languages of the dashboard, the same as the overlay's, each in its own chunk. */
const LOADERS = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  ja: () => import('./ja.ts'),
};

export type Language = keyof typeof LOADERS;

/** Names of the languages in themselves. */
export const LANGUAGES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
};

const STORAGE_KEY = 'pinbound-language';

/** The first of the wanted languages that exists, else English. */
export function supportedLanguage(wanted: readonly string[]): Language {
  const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return codes.find((code): code is Language => Object.hasOwn(LOADERS, code)) ?? 'en';
}

/** The chosen language, else the first language of the browser that exists, else English. */
export const preferredLanguage = (): Language =>
  supportedLanguage([localStorage.getItem(STORAGE_KEY) ?? '', ...navigator.languages]);

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
}

export async function loadMessages(language: Language): Promise<Messages> {
  return (await LOADERS[language]()).default;
}

/** Replaces `{name}` placeholders of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
