import type { Page } from 'puppeteer-core';
import { loadAxe } from '../../support/axe.ts';

/** Returns the violations that axe-core finds in the overlay, once all transitions have ended. */
export async function overlayViolations(page: Page): Promise<unknown> {
  await page.evaluate('new Promise((done) => setTimeout(done, 350))');
  await loadAxe(page);
  return page.evaluate(`axe.run({ include: ['svc-overlay'] }, { resultTypes: ['violations'], iframes: false })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))`);
}
