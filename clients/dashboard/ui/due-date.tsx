import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { perLanguage } from '../i18n/per-language.ts';
import classes from './due-date.module.css';

const dayFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }));
const dayOfYear = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }),
);

/** Day on which something is due, `yyyy-mm-dd`; marked when it has passed. */
export function DueDate({ day, isDone }: { day: string; isDone: boolean }) {
  const { messages, language } = useApp();
  const isLate = !isDone && startOf(day).getTime() + 86_400_000 <= Date.now();
  const text = dayText(day, language);
  return <span className={isLate ? classes.late : undefined}>{fill(messages.dueDay, { day: text })}</span>;
}

/** Writes a day, `yyyy-mm-dd`, with its year only if it is another one than the present. */
export function dayText(day: string, language: string): string {
  const date = startOf(day);
  const format = date.getFullYear() === new Date().getFullYear() ? dayFormat : dayOfYear;
  return format(language).format(date);
}

/** Midnight of a day in the time zone of the reader. */
const startOf = (day: string): Date => new Date(`${day}T00:00`);
