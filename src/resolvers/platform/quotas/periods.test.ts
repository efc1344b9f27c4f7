import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, calendarMonth, periodAt, shareOfRest } from './periods.ts';

const moment = fc.date({ min: new Date('1996-01-01'), max: new Date('2104-12-31'), noInvalidDate: true });
const daysIn = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

describe('addMonths', () => {
  test.each([
    ['2026-01-31T10:20:30.456Z', 1, '2026-02-28T10:20:30.456Z'],
    ['2024-01-31T00:00:00.000Z', 1, '2024-02-29T00:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', 2, '2026-03-31T00:00:00.000Z'],
    ['2024-02-29T23:59:59.999Z', 12, '2025-02-28T23:59:59.999Z'],
    ['2024-02-29T23:59:59.999Z', 48, '2028-02-29T23:59:59.999Z'],
    ['2026-12-15T00:00:00.000Z', 1, '2027-01-15T00:00:00.000Z'],
    ['2100-01-30T00:00:00.000Z', 1, '2100-02-28T00:00:00.000Z'],
    // A clock that springs forward in Europe: UTC has no such hour.
    ['2026-02-28T01:30:00.000Z', 1, '2026-03-28T01:30:00.000Z'],
  ])('%s and %i months: %s', (from, months, to) => {
    expect(addMonths(new Date(from), months).toISOString()).toBe(to);
  });

  test('keeps the time of day, and the day if the month has it', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -240, max: 240 }), (anchor, months) => {
        const moved = addMonths(anchor, months);
        const apart =
          (moved.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + moved.getUTCMonth() - anchor.getUTCMonth();
        expect(apart).toBe(months);
        expect(moved.getUTCDate()).toBe(Math.min(anchor.getUTCDate(), daysIn(moved)));
        expect(moved.getTime() % 86_400_000).toBe(anchor.getTime() % 86_400_000);
      }),
    );
  });
});

describe('periodAt', () => {
  const later = fc.tuple(moment, moment).map(([a, b]) => (a < b ? { anchor: a, at: b } : { anchor: b, at: a }));

  test('contains the moment, is a month long, and begins a whole number of months after the anchor', () => {
    fc.assert(
      fc.property(later, ({ anchor, at }) => {
        const { start, end } = periodAt(anchor, at);
        expect(start <= at && at < end).toBe(true);
        const months =
          (start.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + start.getUTCMonth() - anchor.getUTCMonth();
        expect([start, end]).toEqual([addMonths(anchor, months), addMonths(anchor, months + 1)]);
      }),
    );
  });

  test('is followed by the next one without gap or overlap', () => {
    fc.assert(
      fc.property(later, ({ anchor, at }) => {
        const { start, end } = periodAt(anchor, at);
        expect(periodAt(anchor, end).start).toEqual(end);
        if (start > anchor) expect(periodAt(anchor, new Date(start.getTime() - 1)).end).toEqual(start);
      }),
    );
  });
});

test('a calendar month contains its moments and no others', () => {
  fc.assert(
    fc.property(moment, (at) => {
      const { start, end } = calendarMonth(at);
      expect(start <= at && at < end).toBe(true);
      expect(start.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
      expect(calendarMonth(end).start).toEqual(end);
    }),
  );
});

test('the remaining share falls from 1 at the start to 0 at the end and never grows', () => {
  const price = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(moment, price, fc.double({ min: 0, max: 1, noNaN: true }), (anchor, cents, part) => {
      const period = periodAt(anchor, anchor);
      const [start, end] = [period.start.getTime(), period.end.getTime()];
      const share = (time: number) => shareOfRest(cents, period, new Date(time));
      expect([share(start), share(end), share(start - 1), share(end + 1)]).toEqual([cents, 0, cents, 0]);
      const early = share(start + ((end - start) * part) / 2);
      const late = share(start + (end - start) * part);
      expect(Number.isInteger(early) && early >= late && late >= 0 && early <= cents).toBe(true);
    }),
  );
});
