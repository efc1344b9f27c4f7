// `npm run docs:dashboard` writes docs/images/dashboard-*.webp: every screen, with the data of the
// demo. `npm run docs:dashboard -- --all <DIRECTORY>` draws each one at three widths in both themes
// instead, for a look at changes of the design; `--only <NAMES>` draws some screens.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import { launchBrowser } from '../support/browser.ts';
import { openScreen, resize, SCREENS, type Screen } from './support/screens.ts';
import { startShownDemo } from './support/shown-demo.ts';

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const DESK = { width: 1440, height: 900 };
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };
/** Window of settings, which have their links at the side from this width on. */
const SETTINGS = { width: 1180, height: 720 };
/** Window that ends above the checks, which name directories of the machine. */
const VERSIONS = { width: 1180, height: 460 };
const ENTRY = { width: 720, height: 640 };
/** Width of pictures of wider windows, pixels: none is larger than about 60 KB. */
const WIDEST = 1200;

type Theme = 'light' | 'dark';

/** Further pictures of screens. */
const FURTHER: readonly [screen: string, picture: string, size: typeof DESK, theme: Theme][] = [
  ['thread', 'thread-dark', DESK, 'dark'],
  ['list', 'list-phone', PHONE, 'light'],
  ['thread', 'thread-phone', PHONE, 'light'],
  ['deployment', 'deployment-phone', PHONE, 'light'],
  ['comparison-difference', 'comparison-phone', PHONE, 'dark'],
];

const { values } = parseArgs({ options: { all: { type: 'string' }, only: { type: 'string' } } });
const only = values.only?.split(',');
const CHOSEN = SCREENS.filter(({ name }) => !only || only.includes(name));
const demo = await startShownDemo();
const browser = await launchBrowser();
async function openTab(): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(60_000);
  return page;
}
const [member, stranger] = [await openTab(), await openTab()];
await demo.logIn(member);

const tabOf = ({ isPublic }: Screen): Page => (isPublic ? stranger : member);

async function draw(page: Page, file: string, size: typeof DESK, theme: Theme): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  await resize(page, size);
  await sharp(await page.screenshot())
    .resize({ width: WIDEST, withoutEnlargement: true })
    .webp({ quality: 70, effort: 6 })
    .toFile(file);
}

/** Size of the window in the documentation. */
function sizeOf({ isPublic, component, name, path }: Screen): typeof DESK {
  if (name === 'installation') return VERSIONS;
  if (isPublic || component === 'Connect') return ENTRY;
  return /\/settings|^\/account|^\/installation/.test(path(demo)) ? SETTINGS : DESK;
}

async function drawDocs(): Promise<void> {
  for (const screen of CHOSEN) {
    const page = tabOf(screen);
    const size = sizeOf(screen);
    await page.setViewport(size);
    await openScreen(page, demo, screen);
    if (!screen.isBeside) await draw(page, `${IMAGES}dashboard-${screen.name}.webp`, size, 'light');
    for (const [name, picture, other, theme] of FURTHER) {
      if (name === screen.name) await draw(page, `${IMAGES}dashboard-${picture}.webp`, other, theme);
    }
  }
}

async function drawAll(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const screen of CHOSEN) {
    const page = tabOf(screen);
    await page.setViewport(DESK);
    await openScreen(page, demo, screen);
    for (const size of [DESK, TABLET, PHONE]) {
      for (const theme of ['light', 'dark'] as const) {
        await draw(page, join(directory, `${screen.name}-${size.width}-${theme}.webp`), size, theme);
      }
    }
  }
}

try {
  await (values.all ? drawAll(values.all) : drawDocs());
} finally {
  await browser.close();
  await demo.close();
}
