import type { Page } from 'puppeteer-core';
import { violations } from '../../support/axe.ts';

/** Returns the violations that axe-core finds in the overlay, once all transitions have ended. */
export async function overlayViolations(page: Page): Promise<string[]> {
  await page.evaluate('new Promise((done) => setTimeout(done, 350))');
  return violations(page, 'svc-overlay');
}
