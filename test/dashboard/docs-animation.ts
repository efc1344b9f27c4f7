// `npm run docs:animation` writes docs/images/demo.webp: a comment on the demo shop, its answer, a
// redesign that keeps its pin, and the report of a release. With a directory as its argument, it
// also writes each frame.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import { openPage } from '../clients/support/overlay-page.ts';
import { launchBrowser } from '../support/browser.ts';
import { startShownDemo } from './support/shown-demo.ts';

const FILE = fileURLToPath(new URL('../../docs/images/demo.webp', import.meta.url));
const WINDOW = { width: 1280, height: 760 };
/** Width of the animation, pixels. */
const WIDTH = 960;
const HEIGHT = (WIDTH * WINDOW.height) / WINDOW.width;
const QUALITY = 58;
/** Frames of a movement of the pointer, and the time of each, milliseconds. */
const MOVES = 6;
const MOVE_MS = 70;
const TYPE_MS = 110;
const LETTERS = 5;

const COMMENT = 'This should say “Shop tableware”.';
const REPLY = 'Good idea, it will be in the next release.';

interface Point {
  x: number;
  y: number;
}

/** Frames with their times. */
const frames: { picture: Buffer; ms: number }[] = [];
let caption = '';
let pointer: Point = { x: WINDOW.width * 0.6, y: WINDOW.height * 0.75 };

/** Draws the caption and the pointer, because screenshots have no pointer. */
const layer = (scale: number) => {
  const [x, y] = [pointer.x * scale, pointer.y * scale];
  const width = caption.length * 9.4 + 44;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect x="${(WIDTH - width) / 2}" y="${HEIGHT - 56}" width="${width}" height="38" rx="19" fill="#141a26" fill-opacity=".92"/>
    <text x="${WIDTH / 2}" y="${HEIGHT - 31}" font-family="sans-serif" font-size="17" fill="#fff" text-anchor="middle">${caption}</text>
    <path transform="translate(${x} ${y})" d="M0 0v17l4-4 3 7 3-1-3-7h6z" fill="#141a26" stroke="#fff" stroke-width="1.5"/>
  </svg>`);
};

async function shoot(page: Page, ms: number): Promise<void> {
  const picture = await sharp(await page.screenshot())
    .resize({ width: WIDTH })
    .composite([{ input: layer(WIDTH / WINDOW.width) }])
    .png()
    .toBuffer();
  frames.push({ picture, ms });
}

/** Moves the pointer to the middle of an element. */
async function moveTo(page: Page, selector: string): Promise<void> {
  const element = await page.waitForSelector(selector, { visible: true });
  const box = await element?.boundingBox();
  if (!box) throw new Error(`${selector} is not visible`);
  const [from, to] = [pointer, { x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  for (let step = 1; step <= MOVES; step += 1) {
    const part = (1 - Math.cos((Math.PI * step) / MOVES)) / 2;
    pointer = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    await page.mouse.move(pointer.x, pointer.y);
    await shoot(page, MOVE_MS);
  }
}

async function click(page: Page, selector: string): Promise<void> {
  await moveTo(page, selector);
  await page.mouse.click(pointer.x, pointer.y);
}

/** Types into the focused field. */
async function type(page: Page, text: string): Promise<void> {
  for (let at = 0; at < text.length; at += LETTERS) {
    await page.keyboard.type(text.slice(at, at + LETTERS));
    await shoot(page, TYPE_MS);
  }
}

const demo = await startShownDemo();
const browser = await launchBrowser();
try {
  const visitor = await openPage(await browser.createBrowserContext(), `${demo.url}/demo`);
  const shop = visitor.page;
  await shop.setViewport(WINDOW);
  await visitor.see('.launcher');
  await shop.waitForNetworkIdle();
  const team = await (await browser.createBrowserContext()).newPage();
  await team.setViewport(WINDOW);
  await demo.logIn(team);

  caption = 'A visitor clicks what is wrong';
  await shoot(shop, 1_200);
  await click(shop, 'svc-overlay >>> .launcher');
  await visitor.see('.sheet');
  await shoot(shop, 300);
  await moveTo(shop, '.hero .button');
  await visitor.see('.outline');
  await shoot(shop, 500);
  await shop.mouse.click(pointer.x, pointer.y);
  await (await visitor.see('textarea')).focus();
  await shoot(shop, 500);
  await type(shop, COMMENT);
  await click(shop, 'svc-overlay >>> .primary');
  await visitor.unsee('form');
  await shop.waitForNetworkIdle();
  caption = 'The pin stays on the element';
  await shoot(shop, 1_400);

  caption = 'The team answers';
  await team.goto(`${demo.url}/app/projects/${demo.ids.project}`);
  await team.waitForSelector('ol li[data-id] ::-p-text(Shop tableware)');
  await team.waitForNetworkIdle();
  await shoot(team, 1_000);
  await click(team, 'ol li[data-id] a');
  await team.waitForSelector('article ::-p-text(Shop tableware)');
  await team.waitForNetworkIdle();
  await shoot(team, 1_400);
  await click(team, 'article textarea');
  await type(team, REPLY);
  await click(team, 'article form ::-p-text(Send)');
  await team.waitForSelector('article ::-p-text(next release)');
  await shoot(team, 1_200);

  caption = 'The visitor reads it on the page';
  await visitor.see('.badge.news');
  await click(shop, 'svc-overlay >>> .badge.news');
  await shop.waitForNetworkIdle();
  await shoot(shop, 1_400);
  await shop.keyboard.press('Escape');
  await shop.keyboard.press('Escape');

  caption = 'A redesign ships: the pins stay';
  await click(shop, '.ship');
  await visitor.until("document.querySelector('.redesign .shelf')");
  await shop.waitForNetworkIdle();
  await shoot(shop, 2_000);

  caption = 'Each release is checked against the comments';
  await team.goto(`${demo.url}/app/projects/${demo.ids.project}/deployments/${demo.ids.deployment}`);
  await team.waitForSelector('[data-item] img');
  await team.waitForNetworkIdle();
  await shoot(team, 1_800);
  await team.keyboard.press('j');
  await team.waitForNetworkIdle();
  await shoot(team, 2_000);
} finally {
  await browser.close();
  await demo.close();
}

await sharp(
  frames.map(({ picture }) => picture),
  { join: { animated: true } },
)
  .webp({ quality: QUALITY, effort: 5, minSize: true, delay: frames.map(({ ms }) => ms), loop: 0 })
  .toFile(FILE);
const [directory] = process.argv.slice(2);
if (directory) {
  await mkdir(directory, { recursive: true });
  for (const [index, { picture }] of frames.entries()) {
    await writeFile(join(directory, `${String(index).padStart(3, '0')}.png`), picture);
  }
}
