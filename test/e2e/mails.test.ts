// Cost: about 15 s: each kind of mail is rendered in two widths, light and dark.
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from '../../src/infrastructure/mail/mailer.ts';
import { violations } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { sampleMails } from '../support/sample-mails.ts';
import { shownIds } from '../support/shown-ids.ts';

let browser: Browser;
let page: Page;
const samples = await sampleMails();

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());

/** The document as a mail program shows it, with its pictures. */
const shown = ({ html, pictures = [] }: Mail): string =>
  pictures.reduce(
    (text, { id, content }) => text.replace(`cid:${id}`, `data:image/png;base64,${content.toString('base64')}`),
    html,
  );

const linksOf = () => page.$$eval('a', (links) => links.map((link) => link.getAttribute('href') ?? ''));

describe.each(Object.entries(samples))('the mail: %s', (_name, mail) => {
  test.each([
    [600, 'light'],
    [600, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ])('is accessible and fits into %d px, %s', async (width, scheme) => {
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.setContent(shown(mail));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await violations(page, 'body', { rules: { region: { enabled: false } } })).toEqual([]);
    const buttons = await page.$$eval('a.b', (links) => links.map((link) => link.getBoundingClientRect().height));
    for (const height of buttons) expect(height).toBeGreaterThanOrEqual(40);
    const pictures = await page.$$eval('img', (images) => images.map(({ naturalWidth }) => naturalWidth));
    expect(pictures).toEqual((mail.pictures ?? []).map(() => 1120));
  });

  test('shows no UUID', async () => {
    await page.setContent(shown(mail));
    const text = await page.evaluate(() => document.body.innerText);
    expect(shownIds([mail.subject, mail.text, text].join('\n'))).toEqual([]);
  });

  test('has all of its links in the text alternative, and loads nothing', async () => {
    await page.setContent(shown(mail));
    for (const link of await linksOf()) expect(mail.text).toContain(link);
    expect(mail.html).not.toMatch(/src="(?!cid:)|url\(|<link|@import/);
  });
});

test('mails about a project name it, and the person who caused them, as the sender', () => {
  const names = Object.fromEntries(Object.entries(samples).map(([name, { senderName }]) => [name, senderName]));
  expect(names).toMatchObject({
    replies: 'Charles via Corner shop',
    comment: 'Ada Lovelace via Corner shop',
    deployment: 'Corner shop',
    'reply to a visitor': 'Ada Lovelace via Corner shop',
    'proof for a visitor': 'Corner shop',
    verification: undefined,
  });
});

test('subjects have the words of the comment', () => {
  expect(samples.replies?.subject).toBe('Corner shop #12: The button should say “Shop tableware”, as in the header');
  expect(samples['reply to a visitor']?.subject).toBe(
    'Corner shop #12: The button should say “Shop tableware”, as in the header, an…',
  );
  expect(samples['invitation of a guest']?.subject).toBe('You are invited to Corner shop & sons on Pinbound');
});
