// `npm run docs:snapshots` writes docs/images/snapshot-*.webp: snapshots of the demo page.
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { CaptureRequest } from '../../src/infrastructure/capture/capture-request.ts';
import { servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const IMAGES = `${ROOT}docs/images`;
/** Width of the images in the document, pixels. */
const WIDTH = 640;

const demo = (await readFile(`${ROOT}clients/demo/index.html`, 'utf8')).replace(/<script\b[\s\S]*?<\/script>/g, '');
const banner =
  '<div class="cookies" style="position:fixed;inset:auto 0 0;padding:1.5rem;background:#222;color:#fff;z-index:9">We use cookies. <button>Fine</button></div>';
const site = await servePages({ '/': demo, '/banner': demo.replace('</body>', `${banner}</body>`) });
const pool = await testPool();
await mkdir(IMAGES, { recursive: true });

async function shoot(name: string, path: string, options: Partial<CaptureRequest>, width = WIDTH): Promise<void> {
  const { image } = await pool.capture(captureOf(site.url + path, options));
  await sharp(image)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 78 })
    .toFile(`${IMAGES}/snapshot-${name}.webp`);
}

const window = { width: 1280, height: 720, deviceScaleFactor: 1 };
await shoot('window', '/', { viewport: window });
await shoot('phone', '/', { viewport: { width: 390, height: 844, deviceScaleFactor: 2 } }, 240);
await shoot('full-page', '/', { viewport: window, fullPage: true }, 320);
await shoot('shown', '/banner', { viewport: window }, 320);
await shoot('hidden', '/banner', { viewport: window, hideSelectors: ['.cookies'] }, 320);

await pool.close();
await site.close();
