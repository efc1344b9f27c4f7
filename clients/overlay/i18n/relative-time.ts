const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, minutes: number][] = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
];
const MONTH_MINUTES = 30 * 1440;

/** Formats a time relative to now, in minutes, hours or days; after a month as a date. */
export function relativeTime(iso: string, language: string, now: string, at = Date.now()): string {
  const minutes = Math.floor((at - Date.parse(iso)) / 60_000);
  if (Number.isNaN(minutes)) return '';
  if (minutes < 1) return now;
  if (minutes >= MONTH_MINUTES) return new Date(iso).toLocaleDateString(language, { dateStyle: 'medium' });
  const [unit, size] = UNITS.find(([, least]) => minutes >= least) ?? ['minute', 1];
  return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(-Math.floor(minutes / size), unit);
}

/** Formats date and time for a tooltip; '' for an invalid time. */
export function formatDateTime(iso: string, language: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : time.toLocaleString(language);
}
