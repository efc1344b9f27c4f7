import { expect, test } from 'vitest';
import { nextDigest } from './digest-time.ts';

const next = (rhythm: 'daily' | 'weekly', timeZone: string, now: string, digestHour = 8, digestWeekday = 1) =>
  nextDigest(rhythm, { timeZone, digestHour, digestWeekday }, new Date(now)).toISOString();

test.each([
  ['UTC', '2026-11-25T07:59:59Z', '2026-11-25T08:00:00.000Z'],
  ['UTC', '2026-11-25T08:00:00Z', '2026-11-26T08:00:00.000Z'],
  ['Europe/Berlin', '2026-11-25T06:00:00Z', '2026-11-25T07:00:00.000Z'],
  ['Europe/Berlin', '2026-07-25T06:30:00Z', '2026-07-26T06:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-25T17:00:00Z', '2026-11-26T16:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-25T00:00:00Z', '2026-11-25T02:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-25T00:00:00Z', '2026-11-25T18:00:00.000Z'],
  // The clocks change on these days.
  ['Europe/Berlin', '2026-03-29T00:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T00:00:00Z', '2026-10-25T07:00:00.000Z'],
])('the next daily digest in %s after %s is at %s', (zone, now, expected) => {
  expect(next('daily', zone, now)).toBe(expected);
});

test('an hour that the clock change skips is the next one', () => {
  expect(next('daily', 'Europe/Berlin', '2026-03-28T23:30:00Z', 2)).toBe('2026-03-29T01:00:00.000Z');
});

test.each([
  [1, '2026-11-30T08:00:00.000Z'],
  [3, '2026-11-25T08:00:00.000Z'],
  [7, '2026-11-29T08:00:00.000Z'],
])('the next weekly digest on day %i after a Wednesday morning is at %s', (weekday, expected) => {
  expect(next('weekly', 'UTC', '2026-11-25T00:00:00Z', 8, weekday)).toBe(expected);
});
