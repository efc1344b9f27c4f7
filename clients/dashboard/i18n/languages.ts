/** Languages that have catalogs, named in themselves. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  ja: '日本語',
};

export type Language = keyof typeof LANGUAGES;

const STORAGE_KEY = 'pinbound-language';

/** The first of the wanted languages that exists, else English. */
export function supportedLanguage(wanted: readonly string[]): Language {
  const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return codes.find((code): code is Language => Object.hasOwn(LANGUAGES, code)) ?? 'en';
}

/** The chosen language, else the first language of the browser that exists, else English. */
export const preferredLanguage = (): Language =>
  supportedLanguage([localStorage.getItem(STORAGE_KEY) ?? '', ...navigator.languages]);

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
}

/** Replaces `{name}` placeholders of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
