import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'puppeteer-core';

const require = createRequire(import.meta.url);
/** Minified: half the text to compile in each page. */
const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations that axe-core finds, with the elements. Frames within are not entered.
 *
 * @param include selector of the part to examine; default: the document
 * @param rules options that select rules; default: all
 */
export async function violations(frame: Frame | Page, include?: string, rules: object = {}): Promise<string[]> {
  if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(SOURCE);
  const context = include ? JSON.stringify({ include: [include] }) : 'document';
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'], iframes: false });
  const found = await frame.evaluate(`axe.run(${context}, ${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => [id, target, html, failureSummary].join(' '))))`);
  return found as string[];
}
