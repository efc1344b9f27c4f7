// Cost: about 8 s, one browser: the pages are rendered in three widths, light and dark.
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailer } from '../../src/infrastructure/mail/mailer.ts';
import { type ClientPage, clientPageHtml } from '../../src/lib/client-page.ts';
import { createDemoMails } from '../../src/pages/demo-mails.ts';
import { violations } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { cleanUp, temporaryDirectory } from '../support/data-dirs.ts';
import { sampleMails } from '../support/sample-mails.ts';

let browser: Browser;
let page: Page;

const HOSTILE = `<script>alert("1")</script><b>'bold'</b>`;
const LONG = `A ${'word-without-a-break'.repeat(20)}`;
const crop = (background: string) => sharp({ create: { width: 500, height: 90, channels: 3, background } });
const QUESTION: ClientPage = {
  project: 'Corner shop',
  title: 'Is something still wrong?',
  text: 'The button opens your comment again. Nothing is sent until then.',
  quote: { heading: 'Your comment #12', text: `${HOSTILE}\n${LONG}` },
  pictures: [
    { caption: 'Before', content: await crop('#a33').webp().toBuffer() },
    { caption: 'After', content: await crop('#3a3').png().toBuffer() },
  ],
  form: { button: 'Still wrong', field: { name: 'text', label: 'What is still wrong?', maxLength: 10_000 } },
  links: [{ label: 'It is good', href: 'good' }],
};
const PAGES: Record<string, () => Promise<string>> = {
  question: async () => clientPageHtml(QUESTION),
  result: async () => clientPageHtml({ project: HOSTILE, title: 'Thank you', text: HOSTILE }),
  'mails of the demo': async () => {
    const dataDir = await temporaryDirectory();
    const mailer = createMailer({ from: 'Pinbound <pinbound@localhost>', dataDir });
    for (const mail of Object.values(await sampleMails())) await mailer.send({ ...mail, to: 'you@visitor.example' });
    return (await createDemoMails(join(dataDir, 'mail'))(new Request('http://localhost/demo/mails'))).text();
  },
};

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await cleanUp();
});

describe.each(Object.keys(PAGES))('the page: %s', (name) => {
  test('is accessible and fits, light and dark', async () => {
    const html = (await PAGES[name]?.()) ?? '';
    for (const width of [1440, 820, 390]) {
      for (const value of ['light', 'dark']) {
        await page.setViewport({ width, height: 900 });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        await page.setContent(html);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(await violations(page)).toEqual([]);
      }
    }
  });
});

test('the texts of people are shown as text, and their pictures', async () => {
  await page.setContent(clientPageHtml(QUESTION));
  expect(await page.$eval('blockquote', (quote) => quote.textContent)).toBe(QUESTION.quote?.text);
  expect(await page.$$('script, blockquote *')).toEqual([]);
  expect(await page.$$eval('img', (images) => images.map(({ naturalWidth }) => naturalWidth))).toEqual([500, 500]);
});

test('the keyboard reaches the field, the button and the other answer', async () => {
  await page.setContent(clientPageHtml(QUESTION));
  const reached: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement?.localName ?? ''));
  }
  expect(reached).toEqual(['textarea', 'button', 'a']);
});
