/** Formats date and time; '' for an invalid time. */
export function formatTime(iso: string, language: string): string {
  const time = new Date(iso);
  return Number.isNaN(+time) ? '' : time.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
}
