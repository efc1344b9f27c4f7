import { describe, expect, test } from 'vitest';
import { effect, type Look } from './sample-looks.ts';

const says = (text: string): Look => ({ text });

describe('a stated value in the place of one of several', () => {
  test.each([
    ['River costs 55 €', 'Trail 49 € River 59 €', 'Trail 49 € River 55 €'],
    ['River costs 55 €', '49 € Trail, 59 € River', '49 € Trail, 55 € River'],
    ['59 € → 55 €', 'Trail 49 € River 59 €', 'Trail 49 € River 55 €'],
    ['We close at 14:00', 'Sat 9:00–15:00', 'Sat 9:00–14:00'],
    ['We open at 8:00', 'Sat 9:00–15:00', 'Sat 8:00–15:00'],
    [
      'Samstag schließen wir um 14:00',
      'Freitag 9:00 bis 18:00, Samstag 9:00 bis 15:00',
      'Freitag 9:00 bis 18:00, Samstag 9:00 bis 14:00',
    ],
    ['On ferme à 18h', 'de 9h à 19h', 'de 9h à 18h'],
    ['Cerramos a las 14:00', '9:00-15:00', '9:00-14:00'],
    ['閉店は18:00です', '9:00〜19:00', '9:00〜18:00'],
  ])('%s: %s', (comment, before, after) => {
    expect(effect(comment, says(before), says(after))).toBe('does_it');
  });

  test.each([
    ['River costs 55 €', 'Trail 49 € River 59 €', 'Trail 55 € River 59 €'],
    ['River costs 55 €', '49 € Trail, 59 € River', '55 € Trail, 59 € River'],
    ['The price should be 55 €', '59 € instead of 79 €', '59 € instead of 55 €'],
    ['59 € → 55 €', 'Trail 49 € River 59 €', 'Trail 55 € River 59 €'],
    ['River costs 55 €', 'River 59 €', 'River 59 € or 55 €'],
    ['River costs 55 €', 'Trail 49 € River 59 €', 'River 55 €'],
    ['River costs 55 €', 'Trail 49 € River 59 €', 'Trail 55 € River 55 €'],
    ['We close at 14:00', 'Sat 9:00–15:00', 'Sat 14:00–15:00'],
    ['We open at 8:00', 'Sat 9:00–15:00', 'Sat 9:00–8:00'],
    [
      'Samstag schließen wir um 14:00',
      'Freitag 9:00 bis 18:00, Samstag 9:00 bis 15:00',
      'Freitag 9:00 bis 14:00, Samstag 9:00 bis 15:00',
    ],
    ['The discount is 20 %', '10 % now, 15 % in May', '10 % now, 20 % in May'],
    ['Le prix est de 55 €', '49 € ou 59 €', '55 € ou 59 €'],
  ])('%s: not by %s → %s', (comment, before, after) => {
    expect(effect(comment, says(before), says(after))).toBe('changed_otherwise');
  });
});

describe('a stated text within longer words', () => {
  test.each([
    ['Should say "Buy"', 'Order', 'Buyers'],
    ['Should say "Order"', 'Buy', 'Pre Orders'],
    ['Should say "Buy"', 'Order', 'Do not Buy'],
    ['Remove "old"', 'Golden rules', 'Silver rules'],
    ['Der Knopf soll „Kauf“ heißen', 'Mehr', 'Kaufen'],
  ])('%s: not by %s → %s', (comment, before, after) => {
    expect(effect(comment, says(before), says(after))).toBe('changed_otherwise');
  });

  test.each([
    ['Should say "Buy"', 'Order', 'Buy now'],
    ['Should say "Buy"', 'Buyers', 'Buy'],
    ['「購入」に変更してください', '注文', '購入する'],
    ['Should say "C++"', 'C', 'C++17'],
  ])('%s: by %s → %s', (comment, before, after) => {
    expect(effect(comment, says(before), says(after))).toBe('does_it');
  });
});
