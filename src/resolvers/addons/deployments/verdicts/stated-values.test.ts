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
    ['49 €', '39 €, code 39', '49 €, code 49'],
    ['39 € → 49 €', 'For 2 people: 39 €', 'For 3 people: 49 €'],
  ])('%s: not by %s → %s', (comment, before, after) => {
    expect(effect(comment, says(before), says(after))).toBe('changed_otherwise');
  });
});

describe('a qualified value', () => {
  test.each([
    ['Should be 49 € per month', '39 € per month', '49 € per month'],
    ['Should be 49 € per month', '39 € / mo', '49 € / mo'],
    ['Soll 49 € pro Monat sein', '39 € pro Monat', '49 € pro Monat'],
    ['Doit être 49 € par mois', '39 € par mois', '49 € par mois'],
    ['49 € por favor', '39 €', '49 €'],
    ['Should be 49 €', '39 € per year', '49 € per year'],
    ['Friday should be until 17:00', 'Friday until 18:00', 'Friday until 17:00'],
    [
      'Saturday until 15:00 please',
      'Mon–Fri 8:00–18:00, Saturday 9:00–14:00',
      'Mon–Fri 8:00–18:00, Saturday 9:00–15:00',
    ],
  ])('%s: %s', (comment, before, after) => {
    expect(effect(comment, says(before), says(after))).toBe('does_it');
  });

  test.each([
    ['Should be 49 € per month', '39 € per year', '49 € per year'],
    ['It is 49 € a month', '39 € a year', '49 € a year'],
    ['Should be 49 € per person', '39 € per room', '49 € per room'],
    ['Should be 49 € net', '39 € gross', '49 € gross'],
    ['Should be 49 € plus VAT', '39 € incl. VAT', '49 € incl. VAT'],
    ['Should be 49 € per month', '39 €', '49 €'],
    ['Friday should be until 17:00', '8:00–18:00', '8:00–17:00'],
    ['Soll 49 € pro Monat sein', '39 € pro Jahr', '49 € pro Jahr'],
    ['Doit être 49 € par mois', '39 € par an', '49 € par an'],
    ['Debe ser 49 € al mes', '39 € al año', '49 € al año'],
    ['Friday should be until 17:00', 'Mon–Fri 8:00–18:00', 'Mon–Fri 8:00–17:00'],
    ['Freitags schließen wir um 17:00', 'Mo–Fr 8:00–18:00', 'Mo–Fr 8:00–17:00'],
    ['Le vendredi nous fermons à 17h', 'Lun–Ven 8h–18h', 'Lun–Ven 8h–17h'],
    ['Los viernes cerramos a las 17:00', 'Lun–Vie 8:00–18:00', 'Lun–Vie 8:00–17:00'],
    ['金曜は17時まで', '月〜金 8時〜18時', '月〜金 8時〜17時'],
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
