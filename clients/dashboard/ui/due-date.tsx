import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { dayText, startOf } from './day-text.ts';
import classes from './due-date.module.css';

/** Day on which something is due, `yyyy-mm-dd`; marked when it has passed. */
export function DueDate({ day, isDone }: { day: string; isDone: boolean }) {
  const { messages, language } = useApp();
  const isLate = !isDone && startOf(day).getTime() + 86_400_000 <= Date.now();
  const text = dayText(day, language);
  return <span className={isLate ? classes.late : undefined}>{fill(messages.dueDay, { day: text })}</span>;
}
