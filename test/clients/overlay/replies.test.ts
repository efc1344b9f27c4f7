import { describe, expect, test } from 'vitest';
import { annotation } from '../support/feedback-double.ts';
import { configured, configuredAsAuthor, introAnnotation, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

const ORDER = { selector: '#cards button', xpath: '', text: 'Order rye' };
/** Opens a page with two comments that this device wrote. */
async function show(): Promise<OverlayPage> {
  bench.double.annotations = [introAnnotation({ number: 1 }), annotation({ number: 2, domFingerprint: ORDER })];
  const overlay = await bench.show(configuredAsAuthor(bench));
  await overlay.see('.pin');
  return overlay;
}
const pin = (number: number) => `.pin[aria-label^="Comment ${number},"]`;
const textIn = async (overlay: OverlayPage) =>
  (await overlay.see('.reply textarea')).evaluate((field) => (field as HTMLTextAreaElement).value);
const reply = async (overlay: OverlayPage, content: string) => {
  await (await overlay.see('.reply textarea')).type(content);
  await overlay.click('.reply .primary');
};
const count = (overlay: OverlayPage, selector: string) =>
  overlay.page.evaluate(`${ROOT}.querySelectorAll('${selector}').length`);
const articles = (overlay: OverlayPage, count: number) =>
  overlay.until(`${ROOT}.querySelectorAll('.dialog article').length === ${count}`);

describe('a reply', () => {
  test('draft is kept in its thread', async () => {
    const overlay = await show();
    await overlay.click(pin(1));
    await (await overlay.see('.reply textarea')).type('Half of it');
    await overlay.click(pin(2));
    await overlay.until(`${ROOT}.querySelector('.dialog h2').textContent === 'Comment 2'`);
    expect(await textIn(overlay)).toBe('');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('.dialog');
    await overlay.click(pin(1));
    expect(await textIn(overlay)).toBe('Half of it');
    await overlay.click('.reply .primary');
    await articles(overlay, 2);
    expect(await textIn(overlay)).toBe('');
  });

  test('that fails is kept and listed, and retried until it is stored once', async () => {
    const overlay = await show();
    await overlay.click(pin(1));
    await overlay.see('.reply');
    bench.double.rejection = { status: 503, message: 'Not now' };
    await reply(overlay, 'On it');
    expect(await overlay.text('.dialog .problem')).toContain('sent automatically');
    await overlay.page.keyboard.press('Escape');
    await overlay.click('.badge.warn');
    expect(await overlay.text('.drawer .row')).toContain('On it');
    await overlay.click('.drawer .row');
    expect(await overlay.text('.dialog .problem')).toContain('Not now');
    expect(await textIn(overlay)).toBe('On it');
    bench.double.rejection = null;
    await overlay.page.evaluate("dispatchEvent(new Event('online'))");
    await articles(overlay, 2);
    expect(await textIn(overlay)).toBe('');
    expect(await overlay.text('.dialog .thread')).toContain('On it');
    await overlay.unsee('.badge.warn');
    expect(bench.double.keys.length).toBeGreaterThan(1);
    expect(new Set(bench.double.keys)).toEqual(new Set([expect.stringMatching(/./)]));
  });

  test('that is rejected stays until it is sent or canceled', async () => {
    const overlay = await show();
    await overlay.click(pin(1));
    await overlay.see('.reply');
    bench.double.rejection = { status: 403, message: 'Ended' };
    await reply(overlay, 'Never mind');
    expect(await overlay.text('.dialog .problem')).toContain('can no longer continue');
    await overlay.see('.badge.warn');
    await overlay.click('.reply .cancel');
    await overlay.unsee('.badge.warn');
    expect(await textIn(overlay)).toBe('');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.dialog .problem').hidden`)).toBe(true);
  });
});

describe('a reply to the comment of another visitor', () => {
  const show = async (fields: object) => {
    bench.double.annotations = [introAnnotation({ number: 1, ...fields })];
    const overlay = await bench.show(configured(bench));
    await overlay.click('.pin');
    await overlay.see('.dialog article');
    return overlay;
  };

  test('has no form unless the service permits it', async () => {
    const overlay = await show({ canReply: false });
    expect(await count(overlay, '.reply')).toBe(0);
    await overlay.see('.team');
  });

  test('asks for a name once, and is sent with the key of the project', async () => {
    const overlay = await show({ canReply: true });
    await overlay.see('.team');
    await (await overlay.see('.reply input')).type('Linus <b>');
    await reply(overlay, 'Here, <i>too</i>');
    await articles(overlay, 2);
    const [call] = bench.double.calls.slice(-1);
    expect(call).toMatchObject({ method: 'POST', body: { content: 'Here, <i>too</i>', name: 'Linus <b>' } });
    expect(await overlay.text('.dialog article:last-of-type')).toContain('Linus <b>');
    expect(await count(overlay, '.dialog article button')).toBe(0);
    await overlay.page.reload();
    await overlay.click('.pin');
    await overlay.see('.reply textarea');
    expect(await count(overlay, '.reply input:not([hidden])')).toBe(0);
    await reply(overlay, 'And again');
    await articles(overlay, 3);
    expect(bench.double.calls.at(-1)?.body).toMatchObject({ content: 'And again', name: 'Linus <b>' });
  });

  test('that the project no longer permits is kept, with the reason', async () => {
    const overlay = await show({ canReply: true });
    bench.double.rejection = { status: 403, message: 'In this project, only members reply' };
    await reply(overlay, 'Too late');
    expect(await overlay.text('.dialog .problem')).toContain('can no longer continue');
    expect(await textIn(overlay)).toBe('Too late');
  });
});
