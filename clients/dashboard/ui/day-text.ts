import { perLanguage } from '../i18n/per-language.ts';

const dayFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }));
const dayOfYear = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }),
);

/** Writes a day, `yyyy-mm-dd`, with its year only if it is another one than the present. */
export function dayText(day: string, language: string): string {
  const date = startOf(day);
  const format = date.getFullYear() === new Date().getFullYear() ? dayFormat : dayOfYear;
  return format(language).format(date);
}

/** Midnight of a day in the time zone of the reader. */
export const startOf = (day: string): Date => new Date(`${day}T00:00`);
