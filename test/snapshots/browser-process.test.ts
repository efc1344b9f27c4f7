import { expect, test } from 'vitest';
import { selectBrowser } from '../../src/infrastructure/capture/browser/browser-choice.ts';
import { startBrowser } from '../../src/infrastructure/capture/browser/browser-process.ts';
import { sharedBrowser } from '../support/browser.ts';

test('the protocol timeout exceeds the capture deadline', async () => {
  const chosen = await selectBrowser({ chromiumPath: process.env.CHROMIUM_PATH, directory: await sharedBrowser() });
  const deadlineMs = 60_000;
  const { browser, close } = await startBrowser(chosen, { sandbox: process.getuid?.() !== 0, deadlineMs });
  const page = await browser.newPage();
  const session = await page.createCDPSession();
  expect(session.connection()?.timeout).toBeGreaterThan(deadlineMs);
  await close();
});
