import { describe, expect, test } from 'vitest';
import { annotation } from '../support/feedback-double.ts';
import {
  BODY,
  configured,
  configuredAsAuthor,
  configuredWith,
  introAnnotation,
  ROOT,
  useOverlayHost,
} from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

/** Opens the page of a visitor with two own comments; responses to changes are delayed. */
async function asAuthor(): Promise<OverlayPage> {
  const order = { selector: '#cards button', xpath: '', text: 'Order rye' };
  bench.double.annotations = [introAnnotation(), annotation({ domFingerprint: order })];
  const slow = `<script>{ const send = fetch; window.fetch = (url, init) => /POST|PUT/.test(init?.method)
    ? new Promise((done) => setTimeout(done, 1_500)).then(() => send(url, init)) : send(url, init) }</script>`;
  const overlay = await bench.show(slow + configuredAsAuthor(bench));
  await overlay.see('.pin');
  return overlay;
}
/** Describes the focused element: class and text in the overlay, id or name on the page. */
const focused = ({ page }: OverlayPage) =>
  page.evaluate(`(() => {
    const inner = ${ROOT}.activeElement;
    const { id, localName } = document.activeElement;
    return inner ? inner.className + ' ' + inner.textContent.slice(0, 20) : id || localName;
  })()`);
/** Presses Tab until an element with this text has the focus. */
const tabTo = async (overlay: OverlayPage, text: string) => {
  for (let i = 0; i < 12 && !String(await focused(overlay)).includes(text); i++)
    await overlay.page.keyboard.press('Tab');
  expect(await focused(overlay)).toContain(text);
};
/** Records the texts of live regions. */
const listen = ({ page }: OverlayPage) =>
  page.evaluate(`{
    window.heard = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const live = (target.parentElement ?? target).closest('[role=status], [role=alert]') ?? target.closest?.('[role=status]');
        if (live?.textContent) heard.push(live.textContent);
      }
    }).observe(${ROOT}, { subtree: true, childList: true, characterData: true });
  }`);
const heard = ({ page }: OverlayPage) => page.evaluate('heard');

describe('keyboard focus stays', () => {
  test('on Reply during and after sending, and the outcome is announced', async () => {
    const overlay = await asAuthor();
    await (await overlay.see('.pin')).focus();
    await overlay.page.keyboard.press('Enter');
    await (await overlay.see('.reply textarea')).type('On it');
    await listen(overlay);
    await tabTo(overlay, 'Reply');
    await overlay.page.keyboard.press('Enter');
    await overlay.until(`${ROOT}.querySelector('.reply .primary').textContent.startsWith('Sending')`);
    expect(await focused(overlay)).toContain('primary');
    // A second press sends nothing.
    await overlay.page.keyboard.press('Enter');
    await overlay.until(`${ROOT}.querySelectorAll('.dialog article').length === 2`);
    expect(await focused(overlay)).toContain('Reply');
    expect(await heard(overlay)).toContain('Comment sent');
    expect(bench.double.calls).toHaveLength(1);
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('.dialog');
    expect(await focused(overlay)).toContain('pin');
  });

  test('on Submit of a pending comment', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    bench.double.rejection = { status: 503, message: 'Not now' };
    await overlay.page.keyboard.type('Once');
    await tabTo(overlay, 'Submit');
    await overlay.page.keyboard.press('Enter');
    await overlay.see('.problem');
    expect(await focused(overlay)).toContain('Submit');
  });

  test('in the field of a canceled reply', async () => {
    const overlay = await asAuthor();
    await overlay.click('.pin');
    await (await overlay.see('.reply textarea')).type('Never mind');
    bench.double.rejection = { status: 403, message: 'No' };
    await overlay.click('.reply .primary');
    await (await overlay.see('.reply .cancel')).focus();
    await overlay.page.keyboard.press('Enter');
    await overlay.unsee('.reply .cancel');
    expect(await overlay.page.evaluate(`${ROOT}.activeElement?.localName`)).toBe('textarea');
  });
});

describe('the focus returns to', () => {
  test('a row of the list; Esc closes the thread, then the list', async () => {
    const overlay = await asAuthor();
    await (await overlay.see('.badge')).focus();
    await overlay.page.keyboard.press('Enter');
    await overlay.see('.drawer .row');
    await tabTo(overlay, 'row');
    const row = await focused(overlay);
    await overlay.page.keyboard.press('Enter');
    await overlay.see('.dialog');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('.dialog');
    expect(await focused(overlay)).toBe(row);
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('.drawer');
    expect(await focused(overlay)).toContain('badge');
  });

  test('a button of the page', async () => {
    const overlay = await bench.show(
      configuredWith(bench, { launcher: false }),
      `${BODY}<button id="own" onclick="SvcConfig.overlay.open('comment')">Feedback</button>
        <button id="all" onclick="SvcConfig.overlay.open()">All feedback</button>`,
    );
    await overlay.until('window.SvcConfig?.overlay');
    await overlay.page.focus('#own');
    await overlay.page.keyboard.press('Enter');
    await overlay.see('.sheet');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('.sheet');
    expect(await focused(overlay)).toBe('own');
    await overlay.page.keyboard.press('Enter');
    await overlay.see('.sheet');
    for (const key of ['ArrowDown', 'Enter'] as const) await overlay.page.keyboard.press(key);
    await overlay.see('form');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('form');
    expect(await focused(overlay)).toBe('own');
    await overlay.page.focus('#all');
    await overlay.page.keyboard.press('Enter');
    await overlay.see('.drawer');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('.drawer');
    expect(await focused(overlay)).toBe('all');
  });
});

test('the picker is a focused application named by its hint, so that screen readers pass keys through', async () => {
  const overlay = await bench.show(configured(bench));
  await (await overlay.see('.launcher')).focus();
  await overlay.page.keyboard.press('Enter');
  const sheet = await overlay.see('.sheet');
  expect(await focused(overlay)).toContain('sheet');
  const [role, name] = await sheet.evaluate((node) => [node.getAttribute('role'), node.getAttribute('aria-label')]);
  expect(role).toBe('application');
  expect(name).toMatch(/Click an element.*Arrows: move/);
  await overlay.page.keyboard.press('Escape');
  await overlay.unsee('.sheet');
  expect(await focused(overlay)).toContain('launcher');
});

describe('the search', () => {
  test('announces that nothing matches', async () => {
    const overlay = await asAuthor();
    await overlay.click('.badge');
    await listen(overlay);
    await (await overlay.see('.drawer input')).type('zzz');
    await expect.poll(() => heard(overlay)).toContain('No matching comments.');
  });

  test('is not closed by an Esc that ends a composition', async () => {
    const overlay = await asAuthor();
    await overlay.click('.badge');
    const field = await overlay.see('.drawer input');
    await field.focus();
    const press = (isComposing: boolean) =>
      field.evaluate(
        (input, isComposing) =>
          input.dispatchEvent(
            new KeyboardEvent('keydown', {
              key: 'Escape',
              bubbles: true,
              composed: true,
              cancelable: true,
              isComposing,
            }),
          ),
        isComposing,
      );
    await press(true);
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.drawer').hidden`)).toBe(false);
    await press(false);
    await overlay.unsee('.drawer');
  });
});
