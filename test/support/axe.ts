import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'puppeteer-core';

const require = createRequire(import.meta.url);
/** Minified: half the text to compile in each page. */
const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Defines `axe` in a page or a frame, unless a former call has. */
export async function loadAxe(frame: Frame | Page): Promise<void> {
  if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(SOURCE);
}
