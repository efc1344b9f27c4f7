import type { Frame, Page } from 'puppeteer-core';
import { PASSWORD } from '../support/factories.ts';

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
