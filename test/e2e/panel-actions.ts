import type { Frame, Page } from 'puppeteer-core';
import { PASSWORD } from '../support/factories.ts';

/**
 * Time after which a click on the panel counts, milliseconds. Chromium discards input for half a
 * second after a frame that observes whether it is covered appeared or moved; the panel itself
 * rejects changes for 0.3 s after it was covered, and learns that 0.1 s later.
 */
const SETTLED_AFTER = 800;

/** Waits until a click on the panel counts, after it appeared or moved. */
export const settle = (panel: Frame) =>
  panel.evaluate((ms) => new Promise<void>((done) => setTimeout(done, ms)), SETTLED_AFTER);

/** Waits for the panel of a page. */
export async function panelIn(page: Page, service: string): Promise<Frame> {
  const panel = await page.waitForFrame((frame) => frame.url().startsWith(`${service}/panel`));
  await settle(panel);
  return panel;
}

/** Waits for a text in a page or in the panel. */
export const see = (frame: Frame | Page, text: string) => frame.locator(`::-p-text(${text})`).wait();
export const press = (frame: Frame | Page, text: string) => frame.locator(`button ::-p-text(${text})`).click();

/** Presses the panel's log-in; returns the window that it opens. */
export async function openPopup(page: Page, panel: Frame): Promise<Page> {
  const opened = new Promise<Page>((resolve) => page.once('popup', (popup) => resolve(popup as Page)));
  await press(panel, 'Log in');
  return opened;
}

/** Logs in to the dashboard in a window, and continues to the panel. */
export async function logIn(popup: Page, email: string): Promise<void> {
  await popup.locator('input[type=email]').fill(email);
  await popup.locator('input[type=password]').fill(PASSWORD);
  await press(popup, 'Log in');
  await press(popup, 'Continue as');
}
