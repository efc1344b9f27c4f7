/** Languages that the overlay speaks, as their files are named. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The few words that are needed before a language is loaded: the button, and that loading failed. */
export const FIRST_WORDS: Readonly<Record<Language, readonly [comment: string, list: string, loadFailed: string]>> = {
  en: ['Comment', 'Comments', 'The comment window could not be loaded. Check your connection and try again.'],
  de: [
    'Kommentar',
    'Kommentare',
    'Das Kommentarfenster konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  ],
  fr: [
    'Commenter',
    'Commentaires',
    'La fenêtre de commentaire n’a pas pu être chargée. Vérifiez la connexion et réessayez.',
  ],
  es: [
    'Comentar',
    'Comentarios',
    'No se pudo cargar la ventana de comentarios. Comprueba la conexión e inténtalo de nuevo.',
  ],
  ja: ['コメント', 'コメント一覧', 'コメント画面を読み込めませんでした。接続を確認して、もう一度お試しください。'],
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
