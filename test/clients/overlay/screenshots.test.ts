import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { overlayViolations } from '../support/overlay-axe.ts';
import { SCRIPT, useOverlayHost } from '../support/overlay-host.ts';
import { commentsOnDemo, type OverlayState, STATES } from '../support/overlay-states.ts';

const bench = useOverlayHost();
const IMAGES = new URL('../../../docs/images/', import.meta.url);
/** Set by `npm run docs:screenshots`, which updates the pictures of the documentation. */
const isDrawing = process.env.DRAW_PICTURES === '1';

/** Opens the demo page in this state. */
async function open({ options = {}, attributes = 'lang="en"', prepare }: OverlayState, scheme: string) {
  const { double } = bench;
  double.annotations = commentsOnDemo();
  const config = JSON.stringify({ apiUrl: double.url, projectId: 'demo', theme: scheme, ...options });
  const demo = await readFile(new URL('../../../clients/demo/index.html', import.meta.url), 'utf8');
  const [, head = ''] = /<head>([\s\S]*)<\/head>/.exec(demo) ?? [];
  const [, body = ''] = /<body>([\s\S]*)<\/body>/.exec(demo) ?? [];
  const attributesOf = `<script>for (const [, name, value] of ${JSON.stringify(attributes)}.matchAll(/(\\w+)="([^"]*)"/g))
    document.documentElement.setAttribute(name, value)</script>`;
  const withoutScripts = (html: string) => html.replace(/<script\b[\s\S]*?<\/script>/g, '');
  const overlay = await bench.show(
    `${withoutScripts(head)}${attributesOf}<script>window.SvcConfig = ${config}</script>${SCRIPT}`,
    withoutScripts(body),
  );
  await overlay.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await overlay.page.setViewport({ width: 1080, height: 700 });
  await overlay.see('.launcher');
  await prepare(overlay, double);
  return overlay;
}

describe.each(['light', 'dark'])('in %s, axe-core finds nothing in', (scheme) => {
  test.each(STATES)('$name', async (state) => {
    const { page } = await open(state, scheme);
    const violations = await overlayViolations(page);
    if (isDrawing && scheme === (state.scheme ?? 'light')) {
      const picture = await page.screenshot({ type: 'webp', quality: 72 });
      await writeFile(new URL(`overlay-${state.name}.webp`, IMAGES), picture);
    }
    expect(violations).toEqual([]);
  });
});

test('docs/overlay.md shows the picture of every state', async () => {
  const text = await readFile(new URL('../../../docs/overlay.md', import.meta.url), 'utf8');
  const shown = [...text.matchAll(/images\/overlay-([\w-]+)\.webp/g)].map(([, name]) => name);
  expect(shown.sort()).toEqual(STATES.map(({ name }) => name).sort());
  for (const name of shown)
    expect((await readFile(new URL(`overlay-${name}.webp`, IMAGES))).length).toBeGreaterThan(5_000);
});
