/** Languages that the overlay speaks, as their files are named. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The few words that are needed before a language is loaded: the button, and that loading failed. */
export const FIRST_WORDS: Readonly<Record<Language, readonly [comment: string, list: string, loadFailed: string]>> = {
  en: ['Comment', 'Comments', 'This could not be loaded. Try again.'],
  de: ['Kommentar', 'Kommentare', 'Nicht geladen. Erneut versuchen.'],
  fr: ['Commenter', 'Commentaires', 'Échec du chargement. Réessayez.'],
  es: ['Comentar', 'Comentarios', 'No se pudo cargar. Reintentar.'],
  ja: ['コメント', 'コメント一覧', '読み込めません。再度お試しください。'],
};

/** The first of these that the overlay speaks: the one asked for, the page's, the browser's; else English. */
export function chooseLanguage(asked: string | undefined): Language {
  for (const wanted of [asked, document.documentElement.lang, ...navigator.languages]) {
    const [base = ''] = (wanted ?? '').toLowerCase().split(/[-_]/);
    const found = LANGUAGES.find((language) => language === base);
    if (found) return found;
  }
  return 'en';
}
