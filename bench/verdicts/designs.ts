import type { Design } from './design.ts';
import { COMMERCE } from './designs/commerce.ts';
import { FAINT } from './designs/faint.ts';
import { LANGUAGES } from './designs/languages.ts';
import { LAYOUT } from './designs/layout.ts';
import { PLACES } from './designs/places.ts';
import { READING } from './designs/reading.ts';
import { STRANGERS } from './designs/strangers.ts';
import { WORK } from './designs/work.ts';

export const DESIGNS: readonly Design[] = [
  ...COMMERCE,
  ...READING,
  ...WORK,
  ...LAYOUT,
  ...FAINT,
  ...LANGUAGES,
  ...PLACES,
  ...STRANGERS,
];
