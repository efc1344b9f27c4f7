import { h } from '../shadow-host/elements.ts';

/** Units, each with the largest count in the next one: no time is said to be longer than it is. */
const UNITS = [
  ['minute', 60],
  ['hour', 24],
  ['day', 31],
  ['month', 11.8],
  ['year', 1e9],
] as const;

/** Creates the time as people say it, such as "2 hours ago"; the exact one is its title. */
export function timeOf(iso: string, language: string): HTMLElement {
  const time = new Date(iso);
  // The visitor's clock may be slow.
  let distance = Math.min(-0, (+time - Date.now()) / 60_000);
  // An invalid time stays empty.
  const element = h('time', { dir: 'auto', datetime: iso });
  for (const [unit, size] of UNITS) {
    if (Math.abs(distance) < size) {
      const count = Math.ceil(distance);
      // Names such as "yesterday" would be wrong for most; that of the present is not.
      element.textContent = new Intl.RelativeTimeFormat(language, { numeric: count ? 'always' : 'auto' }).format(
        count,
        unit,
      );
      element.title = time.toLocaleString(language);
      break;
    }
    distance /= size;
  }
  return element;
}
