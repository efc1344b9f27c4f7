import { describe, expect, test } from 'vitest';
import { effect } from './sample-looks.ts';

describe('a number replaces the old one', () => {
  test.each([
    ['24, not 22', 'Rooms: 22, since 2022', 'Rooms: 24, since 2022'],
    ['May 24, not 22', 'May 22', 'May 24'],
    ['It may be 24, not 22', '22 rooms', '24 rooms'],
    ['24, not 22', 'Rooms: 22, 22.5 m²', 'Rooms: 24, 22.5 m²'],
    ['24, not 22', '22.11.2026: 22 rooms', '22.11.2026: 24 rooms'],
    ['24 rooms, not 22', '22 rooms for $22', '24 rooms for $22'],
    ['22 → 24', '22 rooms since 2022', '24 rooms since 2022'],
    ['Change 22 to 24', '22 rooms', '24 rooms'],
    ['Change "22" to "24"', '22 rooms since 2022', '24 rooms since 2022'],
    ['22 rooms → 24 rooms', '22 rooms, 9 suites', '24 rooms, 9 suites'],
    ['Should say "24"', '22 rooms', '24 rooms'],
    ['24 statt 22', 'Zimmer: 22.', 'Zimmer: 24.'],
  ])('%s: by %s → %s', (comment, before, after) => {
    expect(effect(comment, { text: before }, { text: after })).toBe('does_it');
  });

  test.each([
    ['24, not 22', 'Rooms: 22, since 2022', 'Rooms: 24, since 2024'],
    ['May 24, not 22', 'June 22', 'June 24'],
    ['24, not 22', 'Rooms: 22, since 2022', 'Rooms: 22, since 2024'],
    ['24, not 22', 'Area: 22.5 m²', 'Area: 24.5 m²'],
    ['24, not 22', 'Visitors: 1,022', 'Visitors: 1,024'],
    ['24, not 22', 'From 9:22', 'From 9:24'],
    ['24, not 22', '22 rooms for $22', '24 rooms for $24'],
    ['24, not 22', 'November 22: 22 rooms', 'November 24: 24 rooms'],
    ['24, not 22', '2026-11-22: 22 rooms', '2026-11-24: 24 rooms'],
    ['24, not 22', '22.11.2026', '24.11.2026'],
    ['24, not 22', '22 500 visitors', '24 500 visitors'],
    ['Price: $24 not 22', '22 rooms, $20', '24 rooms, $20'],
    ['24 rooms, not 22', '22 rooms, since 2022', '24 rooms, since 2024'],
    ['22 → 24', '22 rooms since 2022', '24 rooms since 2024'],
    ['22 → 24', '22 rooms, 9 suites', '24 rooms, 8 suites'],
    ['22 → 24', 'Area: 22.5 m²', 'Area: 24.5 m²'],
    ['Change 22 to 24', '22 rooms since 2022', '24 rooms since 2024'],
    ['Change "22" to "24"', '22 rooms since 2022', '24 rooms since 2024'],
    ['Replace "24" with "2"', '24 beds, 24 rooms', '2 beds, 24 rooms'],
    ['Replace "cart" with "art"', 'cart and cart', 'art and cart'],
    ['Should say "24"', '22 m²', '24.5 m²'],
    ['Should say "24"', '22 visitors', '1,024 visitors'],
    ['24 May, not 22', '22 June', '24 June'],
    ['Am 24., nicht 22', 'Am 22. Mai 2022', 'Am 24. Mai 2024'],
  ])('%s: not by %s → %s', (comment, before, after) => {
    expect(effect(comment, { text: before }, { text: after })).toBe('changed_otherwise');
  });
});
