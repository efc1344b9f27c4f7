import { useSyncExternalStore } from 'react';
import { perLanguage } from '../i18n/per-language.ts';

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
/** Interval at which relative times are drawn again, milliseconds. */
const TICK = 30_000;

const absoluteFormat = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }),
);
const relativeFormat = perLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
);

/** Time relative to now, with the absolute one on hover. */
export function Time({ at, language }: { at: string; language: string }) {
  const now = useSyncExternalStore(subscribeToClock, currentTick);
  const date = new Date(at);
  return (
    <time dateTime={at} title={absoluteFormat(language).format(date)}>
      {relativeTime(date.getTime(), now, language)}
    </time>
  );
}

/** Formats the distance of two times, milliseconds since 1970, in the largest unit that fits. */
function relativeTime(at: number, now: number, language: string): string {
  const seconds = (at - now) / 1_000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['minute', 60];
  return relativeFormat(language).format(Math.trunc(seconds / size), unit);
}

function subscribeToClock(listener: () => void): () => void {
  const timer = setInterval(listener, TICK);
  return () => clearInterval(timer);
}

/** Now, the same within a tick, so that rendering is stable. */
const currentTick = (): number => Math.ceil(Date.now() / TICK) * TICK;
