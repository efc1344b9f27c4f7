const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, minutes: number][] = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
];
const MONTH_MINUTES = 30 * 1440;

/** How long ago something was, in the words of the language: minutes, hours, days, and the date after a month. */
export function timeAgo(iso: string, language: string, now: string, at = Date.now()): string {
  const minutes = Math.floor((at - Date.parse(iso)) / 60_000);
  if (Number.isNaN(minutes)) return '';
  if (minutes < 1) return now;
  if (minutes >= MONTH_MINUTES) return new Date(iso).toLocaleDateString(language, { dateStyle: 'medium' });
  const [unit, size] = STEPS.find(([, least]) => minutes >= least) ?? ['minute', 1];
  return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(-Math.floor(minutes / size), unit);
}

/** Date and time, for a tooltip; empty for what is no time. */
export function fullTime(iso: string, language: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : time.toLocaleString(language);
}
