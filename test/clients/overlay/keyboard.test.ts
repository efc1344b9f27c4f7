import { describe, expect, test } from 'vitest';
import { BODY, configured, configuredWith, ownConsoleLines, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

const textIn = async (overlay: OverlayPage) =>
  (await overlay.see('textarea')).evaluate((area) => (area as HTMLTextAreaElement).value);

describe('the shortcut', () => {
  const FIELDS = `${BODY}<input id="field"><p contenteditable id="text">Text</p>
    <div id="inner"></div><script>inner.attachShadow({ mode: 'open' }).innerHTML = '<textarea></textarea>'</script>`;

  test('starts the picker, but is a letter in fields', async () => {
    const overlay = await bench.show(configured(bench), FIELDS);
    const { keyboard } = overlay.page;
    await overlay.see('.launcher');
    await keyboard.press('c');
    await overlay.see('.sheet');
    await keyboard.press('Escape');
    await overlay.unsee('.sheet');
    for (const focus of ['#field', '#text', '#inner >>> textarea']) {
      await (await overlay.page.waitForSelector(focus))?.focus();
      await keyboard.press('c');
    }
    expect(await overlay.page.evaluate('[field.value, text.textContent, inner.shadowRoot.firstChild.value]')).toEqual([
      'c',
      'cText',
      'c',
    ]);
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.sheet')`)).toBeNull();
  });

  test('comments on the selected text, and types nothing, also when the form is loaded already', async () => {
    const overlay = await bench.show(configured(bench));
    const { keyboard } = overlay.page;
    for (const attempt of [1, 2]) {
      await overlay.page.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))");
      await keyboard.press('c');
      expect([attempt, await textIn(overlay)]).toEqual([attempt, '']);
      await keyboard.press('Escape');
      await overlay.unsee('textarea');
    }
  });

  test('starts the picker too while a button of the overlay has the focus, and is a letter in its form', async () => {
    const overlay = await bench.show(configured(bench));
    const { keyboard } = overlay.page;
    await (await overlay.see('.launcher')).focus();
    await keyboard.down('Alt');
    await keyboard.press('c');
    await keyboard.up('Alt');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.launcher').ariaBusy`)).not.toBe('true');
    await keyboard.press('c');
    await overlay.see('.sheet');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await overlay.see('form');
    await keyboard.press('c');
    expect(await textIn(overlay)).toBe('c');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.sheet')`)).toBeNull();
  });

  test('is ignored with a modifier, and if the page handles the key; it can be another one, or off', async () => {
    const overlay = await bench.show(configured(bench));
    const { keyboard } = overlay.page;
    await overlay.see('.launcher');
    for (const modifier of ['Control', 'Meta', 'Alt', 'Shift'] as const) {
      await keyboard.down(modifier);
      await keyboard.press('c');
      await keyboard.up(modifier);
    }
    await overlay.page.evaluate(
      "addEventListener('keydown', (event) => event.preventDefault(), { capture: true, once: true })",
    );
    await keyboard.press('c');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.launcher').ariaBusy`)).not.toBe('true');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.sheet')`)).toBeNull();
    const other = await bench.show(configuredWith(bench, { shortcut: 'k' }));
    await other.see('.launcher');
    await other.page.keyboard.press('c');
    expect(await other.page.evaluate(`${ROOT}.querySelector('.sheet')`)).toBeNull();
    await other.page.keyboard.press('k');
    await other.see('.sheet');
    const off = await bench.show(configuredWith(bench, { shortcut: false }));
    await off.see('.launcher');
    await off.page.keyboard.press('c');
    await off.click('.launcher');
    await off.see('.sheet');
  });
});

describe('a page that handles events in the capture phase', () => {
  test('receives no letters typed in the form as shortcuts', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.see('.launcher');
    await overlay.page.evaluate(`for (const target of [window, document]) for (const type of ['keydown', 'keypress', 'keyup'])
      target.addEventListener(type, (event) => { event.preventDefault(); event.stopPropagation(); (window.heard ??= []).push(event.key) }, true)`);
    await overlay.choose('h1');
    await (await overlay.see('textarea')).type('Jk?');
    expect(await textIn(overlay)).toBe('Jk?');
    await overlay.page.keyboard.down('Control');
    await overlay.page.keyboard.press('Enter');
    await overlay.page.keyboard.up('Control');
    await overlay.see('.pin');
    expect(bench.double.created[0]?.body.content).toBe('Jk?');
    expect(await overlay.page.evaluate('window.heard')).toBeUndefined();
  });

  test('does not block Esc in the form or arrow keys in the picker', async () => {
    const overlay = await bench.show(configured(bench));
    await (await overlay.see('.launcher')).focus();
    await overlay.page.evaluate(
      "addEventListener('keydown', (event) => { event.preventDefault(); event.stopImmediatePropagation() }, true)",
    );
    await overlay.page.evaluate(`${ROOT}.querySelector('.launcher').click()`);
    await overlay.see('.sheet');
    await overlay.page.keyboard.press('ArrowDown');
    await overlay.see('.outline');
    await overlay.page.keyboard.press('Enter');
    await overlay.see('form');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('form');
  });

  test('does not move the focus from the form to its own dialog', async () => {
    const trap = `for (const target of [window, document]) target.addEventListener('focus', ({ target }) => {
      if (target.closest && !target.closest('#trap')) document.querySelector('#trap input').focus();
    }, true)`;
    const overlay = await bench.show(configured(bench), `${BODY}<div id="trap"><input></div>`);
    await overlay.see('.launcher');
    await overlay.page.evaluate(trap);
    await overlay.page.focus('#trap input');
    await overlay.choose('h1');
    await (await overlay.see('textarea')).click();
    await overlay.page.keyboard.type('Too pale');
    expect(await textIn(overlay)).toBe('Too pale');
    expect(await overlay.page.evaluate("document.querySelector('#trap input').value")).toBe('');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });
});

test.each([
  ['a frame', '<iframe srcdoc="<input>"></iframe>', "document.querySelector('iframe')"],
  [
    'a frame in a shadow root',
    `<div id="host"></div><script>document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<iframe srcdoc="<input>"></iframe>'</script>`,
    "document.querySelector('#host').shadowRoot.querySelector('iframe')",
  ],
])('choosing hears the keys when the focus is in %s', async (_, frame, found) => {
  const overlay = await bench.show(configured(bench), BODY + frame);
  await overlay.see('.launcher');
  await overlay.until(`${found}.contentDocument.querySelector('input')`);
  await overlay.page.evaluate(`${found}.contentDocument.querySelector('input').focus()`);
  await overlay.click('.launcher');
  await overlay.see('.sheet');
  await overlay.page.keyboard.press('ArrowDown');
  await overlay.see('.outline');
  await overlay.page.keyboard.press('Escape');
  await overlay.unsee('.sheet');
  expect(await overlay.page.evaluate(`${found}.contentDocument.querySelector('input').value`)).toBe('');
});
