// Writes docs/images/overlay-*.webp: `npm run docs:screenshots`. Every state that docs/overlay.md shows, on the demo's page.
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../support/browser.ts';
import { bundleOverlay } from './bundle.ts';
import { annotation, startFeedbackDouble, startSite } from './feedback-double.ts';
import { type OverlayPage, openPage } from './overlay-page.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const IMAGES = `${ROOT}docs/images`;

const on = (selector: string, text: string, fields: object) =>
  annotation({ domFingerprint: { selector, xpath: '', text }, metadata: { offset: { x: 0.5, y: 0.3 } }, ...fields });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const double = await startFeedbackDouble();
const pages = new Map<string, string>(await bundleOverlay().then((files) => [...files].map(([n, t]) => [`/${n}`, t])));
const [browser, site] = await Promise.all([launchBrowser(), startSite(pages)]);
const demo = await readFile(`${ROOT}clients/demo/index.html`, 'utf8');
await mkdir(IMAGES, { recursive: true });

/** Opens the demo's page with these options, and these attributes of the document. */
async function open(options: object = {}, attributes = 'lang="en"', scheme = 'light'): Promise<OverlayPage> {
  const config = JSON.stringify({ apiUrl: double.url, projectId: 'demo', ...options });
  const script = `<script>window.SvcConfig = ${config}</script><script src="/overlay.js" defer></script>`;
  const html = demo
    .replace(/<script\b[\s\S]*<\/script>/g, '')
    .replace('<html lang="en">', `<html ${attributes}>`)
    .replace('</body>', `${script}</body>`);
  pages.set('/', html);
  const overlay = await openPage(browser, 'about:blank');
  await overlay.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await overlay.page.setViewport({ width: 1080, height: 700 });
  await overlay.page.goto(`${site.url}/`);
  await overlay.see('.launcher');
  return overlay;
}

async function shoot({ page }: OverlayPage, name: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 350));
  await page.screenshot({ path: `${IMAGES}/overlay-${name}.webp`, type: 'webp', quality: 72 });
  await page.close();
}

const fillDouble = () => {
  double.annotations = [
    on('main h1', '', {
      content: 'Can this be one line on small screens?',
      author: { name: 'Grace' },
      createdAt: minutesAgo(4),
    }),
    on('.hero .button', 'See the collection', {
      content: 'The button should say “Shop tableware”.',
      author: { name: 'Linus' },
      status: 'in_progress',
      createdAt: minutesAgo(130),
      commentCount: 1,
      comments: [
        { id: 'r', content: 'Agreed, changing it today.', author: { name: 'Ada' }, createdAt: minutesAgo(20) },
      ],
    }),
    on('.logo', '', { content: 'Logo is sharp now, thanks.', status: 'resolved', createdAt: minutesAgo(60 * 30) }),
    annotation({
      content: 'This banner covers the menu.',
      domFingerprint: {
        selector: '#cookie-banner',
        xpath: '/html/body/section[9]/p',
        text: 'We use no cookies at all',
      },
      author: { name: 'Ken' },
      createdAt: minutesAgo(60 * 50),
    }),
  ];
};

fillDouble();
let overlay = await open();
await overlay.see('.pin');
await shoot(overlay, 'pins');

overlay = await open();
await overlay.click('.launcher');
await overlay.page.mouse.move(300, 330);
await overlay.see('.outline');
await shoot(overlay, 'choosing');

overlay = await open();
await overlay.click('.launcher');
await overlay.see('.sheet');
await overlay.page.mouse.move(620, 190);
await overlay.page.mouse.down();
await overlay.page.mouse.move(900, 420, { steps: 4 });
await shoot(overlay, 'area');

overlay = await open();
await overlay.page.evaluate(`console.warn('Slow image', 812); console.error('Basket is empty')`);
await overlay.choose('.hero p', 0.4, 0.4);
await (await overlay.see('textarea')).type('Shorter, please: two sentences are enough.');
await overlay.click('summary');
await shoot(overlay, 'form');

overlay = await open({ accessToken: 'member-token' });
await overlay.click('.pin.in_progress');
await shoot(overlay, 'thread');

overlay = await open();
await overlay.see('.pin');
await overlay.click('.badge');
await shoot(overlay, 'list');

double.refusal = { status: 503, message: 'The service is starting' };
overlay = await open();
await overlay.choose('.hero p', 0.4, 0.4);
await overlay.write('Shorter, please: two sentences are enough.');
await overlay.see('.problem');
await shoot(overlay, 'waiting');
double.refusal = null;

overlay = await open({ accessToken: 'member-token' }, 'lang="de"', 'dark');
await overlay.click('.badge');
await overlay.click('.row .in_progress');
await shoot(overlay, 'dark-german');

overlay = await open({ words: { comment: 'تعليق', drawer: 'التعليقات' } }, 'lang="ar" dir="rtl"');
await overlay.click('.badge');
await overlay.click('.row .in_progress');
await shoot(overlay, 'right-to-left');

overlay = await open({}, 'lang="fr"');
await overlay.page.evaluate(`const dialog = document.createElement('dialog');
  dialog.innerHTML = '<h2>Your basket</h2><p>Two plates, one bowl: 84 €</p><button>Pay</button>';
  dialog.style.padding = '40px'; document.body.append(dialog); dialog.showModal()`);
await overlay.choose('dialog p', 0.4, 0.4);
await shoot(overlay, 'dialog');

await Promise.all([browser.close(), site.close(), double.close()]);
