import { perLanguage } from './per-language.ts';

const timeFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));
const dateFormat = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** Date and time. */
export const dateTimeOf = (at: Date, language: string): string => dateFormat(language).format(at);

/** Time of a picture, to tell it from others, with the date unless it is today. */
export function momentOf(at: string, language: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? timeFormat : dateFormat)(language).format(date);
}
