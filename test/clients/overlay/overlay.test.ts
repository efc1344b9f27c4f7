import { describe, expect, test } from 'vitest';
import { configured, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

describe('writing a comment', () => {
  test('stores a comment with the fingerprint of the clicked element and pins it there', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('article:nth-child(2) button', 0.25, 0.5);
    await overlay.write('Which grain?');
    expect(await overlay.distance('.pin', 'article:nth-child(2) button')).toBeLessThan(2);
    await overlay.unsee('form');

    const [stored] = bench.double.created;
    expect(stored?.headers['x-project-key']).toBe('pk_secret');
    expect(stored?.bytes).toBeLessThan(16 * 1024);
    const body = stored?.body as Record<string, Record<string, unknown>>;
    expect(body).toMatchObject({ projectKey: 'pk_secret', content: 'Which grain?', url: `${bench.site}/` });
    expect(body.metadata).toMatchObject({
      tag: 'button',
      text: 'Order spelt',
      xpath: '/html/body/div/article[2]/button',
      viewport: { width: 1000, height: 700 },
      styles: { display: 'inline-block' },
    });
    const offset = body.metadata?.offset as { x: number; y: number };
    expect(offset.x).toBeCloseTo(0.25, 1);
    const matches = await overlay.page.$$eval(String(body.metadata?.selector), (found) =>
      found.map((e) => e.textContent),
    );
    expect(matches).toEqual(['Order spelt']);
  });

  test("neither the click nor the typed keys reach the page's handlers", async () => {
    const spy = `<script>window.noticed = []; for (const type of ['click', 'pointerdown', 'keydown', 'focusin'])
      document.addEventListener(type, () => noticed.push(type))</script>`;
    const overlay = await bench.show(spy + configured(bench));
    await overlay.choose('h1');
    await overlay.write('Hello');
    await overlay.see('.pin');
    expect(await overlay.page.evaluate('noticed')).toEqual([]);
  });

  test('Esc ends the picker, then the form; the draft is kept', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.click('.launcher');
    await overlay.see('.sheet');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('.sheet');
    await overlay.choose('h1');
    expect(await overlay.page.evaluate(ACTIVE)).toBe('TEXTAREA');
    await overlay.page.keyboard.type('Half a thought');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('form');
    expect(await overlay.page.evaluate(ACTIVE)).toBe('BUTTON');
    await overlay.choose('.intro');
    expect(await written(overlay)).toBe('Half a thought');
    await overlay.click('.quiet');
    await overlay.choose('.intro');
    expect(await written(overlay)).toBe('');
  });

  test('works without a pointer: arrow keys, Enter, Ctrl+Enter', async () => {
    const overlay = await bench.show(configured(bench));
    const { keyboard } = overlay.page;
    await (await overlay.see('.launcher')).focus();
    await keyboard.press('Enter');
    await overlay.see('.sheet');
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter'] as const) await keyboard.press(key);
    await overlay.see('form');
    await keyboard.type('By keyboard');
    await keyboard.down('Control');
    await keyboard.press('Enter');
    await overlay.see('.pin');
    expect(bench.double.created[0]?.body.metadata).toMatchObject({ tag: 'p', text: 'Baked every morning' });
  });

  test('the button cancels the picker although a sheet covers the page', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.click('.launcher');
    await overlay.see('.sheet');
    await overlay.click('.launcher');
    await overlay.unsee('.sheet');
  });

  test.each([
    [401, 'the project key is wrong', {}],
    [403, 'does not accept feedback', {}],
    [413, 'too long', {}],
    [429, 'Too many requests', { 'retry-after': '17' }],
    [500, 'has a problem right now', {}],
  ])('a %i shows a message and keeps the text', async (status, words, headers) => {
    bench.double.rejection = { status, message: `Reason ${status}`, headers };
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await overlay.write('Kept');
    const problem = await overlay.text('.problem');
    expect(problem).toContain(words);
    // A 429 has the delay, after which the overlay retries.
    expect(problem.includes(`Reason ${status}`)).toBe(status !== 429);
    expect(await written(overlay)).toBe('Kept');
    bench.double.rejection = null;
    await overlay.click('.primary');
    await overlay.see('.pin');
    expect(bench.double.created[0]?.body.content).toBe('Kept');
    // A retry has the same idempotency key.
    expect(new Set(bench.double.keys)).toHaveLength(1);
    await overlay.choose('h1');
    await overlay.write('Kept');
    await expect.poll(() => new Set(bench.double.keys).size).toBe(2);
  });

  test('without a network too', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await bench.double.close();
    await overlay.write('Kept');
    expect(await overlay.text('.problem')).toContain('cannot be reached');
    expect(await overlay.text('.primary')).toBe('Submit');
  });
});

const ACTIVE = `${ROOT}.activeElement.tagName`;

/** Returns the text of the form. */
async function written(overlay: OverlayPage): Promise<string> {
  return (await overlay.see('textarea')).evaluate((field) => (field as HTMLTextAreaElement).value);
}
