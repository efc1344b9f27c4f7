import { expect, test } from 'vitest';
import { isKindOfSeveral, removalOf } from './removals.ts';

test.each([
  'Remove these boxes',
  'Delete the blue buttons',
  'Remove these things',
  'Please remove these items',
  'Remove these sentences',
  'Hide these photos',
  'Delete these paragraphs',
  'These links should be removed',
  'Diese Knöpfe bitte entfernen',
  'Diese Felder löschen',
  'Diese Bilder bitte entfernen',
  'Entferne diese Kästen',
  'Entferne diese Texte',
  'Supprimez ces liens',
  'Supprimez ces tableaux',
  'Supprimez ces images',
  'Quita los botones',
  'Elimina las secciones',
])('a removal names several elements: %s', (comment) => {
  expect(isKindOfSeveral(removalOf(comment)?.what ?? '')).toBe(true);
});

test.each([
  'Remove this box',
  'Remove this list',
  'Remove the header',
  'Remove this text',
  'Entferne diese Liste',
  'Diese Zeile bitte entfernen',
  'Bitte den Knopf entfernen',
  'Supprimez ce texte',
  'Supprimez la phrase',
  'Elimina la parte',
  'Elimina el bloque',
])('a removal names one element: %s', (comment) => {
  expect(isKindOfSeveral(removalOf(comment)?.what ?? '')).toBe(false);
});
