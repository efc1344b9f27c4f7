import { perLanguage } from '../i18n/per-language.ts';

const format = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** Date and time of a picture, to tell it from others. */
export const momentOf = (at: string, language: string): string => format(language).format(new Date(at));
