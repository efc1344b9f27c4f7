import { describe, expect, test } from 'vitest';
import { effect, type Look } from './sample-looks.ts';

const GREEN: Look = { styles: { backgroundColor: 'rgb(0, 150, 60)' } };
const RED: Look = { styles: { backgroundColor: 'rgb(200, 0, 0)' } };
const BOLD = { fontWeight: '700' };

describe('a color of a comment', () => {
  test.each([
    ['make Orange bold', { text: 'Orange' }, { text: 'Orange', styles: BOLD }, 'a', ''],
    ['make the orange link bold', {}, { styles: BOLD }, 'a', 'nav-orange'],
    ['Make the green button red', GREEN, RED, 'button', ''],
    ['Button should be red, not green', GREEN, RED, 'button', ''],
    ['Make Orange red', { text: 'Orange' }, { text: 'Orange', styles: { color: 'rgb(200, 0, 0)' } }, 'a', ''],
  ] as [string, Look, Look, string, string][])('names the element: %s', (comment, before, after, tag, id) => {
    expect(effect(comment, before, after, { tag, id })).toBe('does_it');
  });

  test.each([
    ['make Orange bold', { text: 'Lemon' }, { text: 'Lemon', styles: BOLD }, 'a'],
    ['Make the orange button red', GREEN, RED, 'button'],
    ['Make the blue button red', GREEN, RED, 'button'],
    ['Der blaue Knopf soll rot sein', GREEN, RED, 'button'],
    ['Le bouton bleu en rouge', GREEN, RED, 'button'],
    ['El botón azul debería ser rojo', GREEN, RED, 'button'],
    ['青いボタンを赤に', GREEN, RED, 'button'],
    ['make the orange text bold', {}, { styles: BOLD }, 'p'],
  ] as [string, Look, Look, string][])('names another one: %s', (comment, before, after, tag) => {
    expect(effect(comment, before, after, { tag })).toBe('changed_otherwise');
  });
});
