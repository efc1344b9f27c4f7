import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { perLanguage } from '../i18n/per-language.ts';
import classes from './due-date.module.css';

const dayFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }));

/** Day on which something is due, `yyyy-mm-dd`; marked when it has passed. */
export function DueDate({ day, isDone }: { day: string; isDone: boolean }) {
  const { messages, language } = useApp();
  const date = new Date(`${day}T00:00`);
  const text = dayFormat(language).format(date);
  const isLate = !isDone && date.getTime() + 86_400_000 <= Date.now();
  return <span className={isLate ? classes.late : undefined}>{fill(messages.dueDay, { day: text })}</span>;
}
