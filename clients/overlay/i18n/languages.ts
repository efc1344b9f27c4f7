/** Supported languages; their message files have the same names. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Messages that are needed before a language is loaded: labels of the buttons, and the message for
 * a failure.
 */
export const BOOT_MESSAGES: Readonly<Record<Language, readonly [comment: string, list: string, loadFailed: string]>> = {
  en: ['Comment', 'Comments', 'This could not be loaded. Try again.'],
  de: ['Kommentar', 'Kommentare', 'Nicht geladen. Erneut versuchen.'],
  fr: ['Commenter', 'Commentaires', 'Échec du chargement. Réessayez.'],
  es: ['Comentar', 'Comentarios', 'No se pudo cargar. Reintentar.'],
  ja: ['コメント', 'コメント一覧', '読み込めません。再度お試しください。'],
};

/**
 * Returns the first supported language of: the requested one, the page's, the browser's, English.
 */
export function chooseLanguage(requested: string | undefined): Language {
  for (const wanted of [requested, document.documentElement.lang, ...navigator.languages]) {
    const [base = ''] = (wanted ?? '').toLowerCase().split(/[-_]/);
    const found = LANGUAGES.find((language) => language === base);
    if (found) return found;
  }
  return 'en';
}
