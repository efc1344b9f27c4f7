/** Supported languages; their message files have the same names. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Messages that are needed before a language is loaded. */
export const BOOT_MESSAGES: Readonly<Record<Language, readonly [comment: string, loadFailed: string]>> = {
  en: ['Comment', 'This could not be loaded.'],
  de: ['Kommentar', 'Nicht geladen.'],
  fr: ['Commenter', 'Non chargé.'],
  es: ['Comentar', 'No cargado.'],
  ja: ['コメント', '読み込めません。'],
};

/**
 * Returns the first supported language of: the requested one, the page's, the browser's, English.
 */
export function chooseLanguage(requested: string | null): Language {
  for (const wanted of [requested, document.documentElement.lang, ...navigator.languages]) {
    const [base = ''] = (wanted ?? '').toLowerCase().split(/[-_]/);
    const found = LANGUAGES.find((language) => language === base);
    if (found) return found;
  }
  return 'en';
}
