import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import classes from './due-date.module.css';

/** Day on which something is due, `yyyy-mm-dd`; marked when it has passed. */
export function DueDate({ day, isDone }: { day: string; isDone: boolean }) {
  const { messages, language } = useApp();
  const date = new Date(`${day}T00:00`);
  const text = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }).format(date);
  const isLate = !isDone && date.getTime() + 86_400_000 <= Date.now();
  return <span className={isLate ? classes.late : undefined}>{fill(messages.dueDay, { day: text })}</span>;
}
