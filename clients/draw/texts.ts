import type EN from './i18n/draw-en.json';

/** Texts of the frame in one language. */
export type Texts = Readonly<Record<keyof typeof EN, string>>;

/** The catalogs `draw-*.json` by language; the build inserts them. */
declare const DRAW_CATALOGS: Readonly<Record<string, Texts>> & { readonly en: Texts };

const CATALOGS = DRAW_CATALOGS;

/** Returns the texts of a language; English if it is unknown. */
export const translationOf = (language: string): Texts => CATALOGS[language] ?? CATALOGS.en;
