import type { Dialog } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { annotation } from '../support/feedback-double.ts';
import {
  BODY,
  configured,
  configuredAsAuthor,
  introAnnotation,
  ownConsoleLines,
  ROOT,
  SCRIPT,
  useOverlayHost,
} from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

/** One paragraph per comment, so that the list scrolls. */
const MANY = 40;
const many = () =>
  Array.from({ length: MANY }, (_, i) =>
    introAnnotation({ id: `many-${i}`, number: i + 1, content: `Number ${i + 1}` }),
  );

describe('the overlay and the page', () => {
  test('the host is at the end of the body until the page has settled, then next to the body', async () => {
    const overlay = await bench.show(
      `${configured(bench)}<script>addEventListener('load', () => {
        window.atLoad = document.querySelector('svc-overlay') === document.body.lastElementChild;
      })</script>`,
    );
    expect(await overlay.page.evaluate('atLoad')).toBe(true);
    await overlay.choose('h1');
    await (await overlay.see('textarea')).type('Begun at the end of the body');
    await overlay.until("document.querySelector('html > svc-overlay')");
    await overlay.page.keyboard.type(', ended beside it');
    const typed = await (await overlay.see('textarea')).evaluate((field) => (field as HTMLTextAreaElement).value);
    expect(typed).toBe('Begun at the end of the body, ended beside it');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('the host does not move while its button is pressed', async () => {
    const overlay = await bench.show(configured(bench));
    await (await overlay.see('.launcher')).hover();
    await overlay.page.mouse.down();
    await overlay.page.evaluate('new Promise((done) => setTimeout(done, 3_500))');
    expect(await overlay.page.evaluate("document.querySelector('body > svc-overlay') !== null")).toBe(true);
    await overlay.page.mouse.up();
    await overlay.see('.sheet');
    await overlay.until("document.querySelector('html > svc-overlay')");
  });

  test('the host is next to the body at once if the page has loaded', async () => {
    const overlay = await bench.show(SCRIPT);
    const start = `new SvcConfig.Overlay(${bench.options}).init(); document.querySelector('html > svc-overlay') !== null`;
    expect(await overlay.page.evaluate(start)).toBe(true);
  });

  test('the host is a popover only while the page has one, and has no backdrop', async () => {
    const style =
      '<style>html:has(:popover-open) { overflow: hidden } ::backdrop { background: rgb(0 0 0 / 0.5) }</style>';
    const overlay = await bench.show(
      style + configured(bench),
      `${BODY}<div id="toast" popover="manual">Saved</div><dialog>Really?</dialog>`,
    );
    await overlay.see('.launcher');
    const open = () =>
      overlay.page.$$eval(':popover-open', (found) => found.map(({ id, localName }) => id || localName));
    expect(await open()).toEqual([]);
    const { page } = overlay;
    const opens: [string, string[]][] = [
      ["document.querySelector('#toast').showPopover()", ['toast', 'svc-overlay']],
      ["document.querySelector('#toast').hidePopover()", []],
      ["document.querySelector('dialog').showModal()", ['svc-overlay']],
      ["document.querySelector('dialog').close()", []],
      ["document.querySelector('#toast').showPopover()", ['toast', 'svc-overlay']],
      ["document.querySelector('#toast').remove()", []],
    ];
    for (const [code, expected] of opens) {
      await page.evaluate(code);
      await expect.poll(async () => (await open()).sort()).toEqual([...expected].sort());
      const backdrop = "getComputedStyle(document.querySelector('svc-overlay'), '::backdrop').display";
      expect(await page.evaluate(backdrop)).toBe('none');
    }
    await overlay.click('.launcher');
    await overlay.see('.sheet');
  });

  test('a menu that closes on an outside press in the capture phase can be commented on', async () => {
    const close = 'if (!menu.contains(event.target)) menu.remove()';
    const overlay = await bench.show(
      configured(bench),
      `${BODY}<div id="menu">Menu<p>Entry</p></div><script>
        const menu = document.querySelector('#menu');
        document.addEventListener('pointerdown', (event) => { ${close} }, true);
      </script>`,
    );
    await overlay.choose('#menu p');
    await overlay.write('Another word');
    await overlay.see('.pin');
    expect(bench.double.created[0]?.body.metadata).toMatchObject({ text: 'Entry' });
  });

  test('the page sets the position of the button', async () => {
    const overlay = await bench.show(
      `<style>:root { --svc-bottom: 90px; --svc-side: 60px }</style>${configured(bench)}`,
    );
    const box = await (await overlay.see('.launcher')).boundingBox();
    expect(box && [box.x + box.width, box.y + box.height]).toEqual([940, 610]);
  });

  test('the list keeps its scroll position when a dialog of the page opens and closes', async () => {
    bench.double.annotations = many();
    const overlay = await bench.show(configured(bench), `${BODY}<dialog>Really?</dialog>`);
    await overlay.click('.badge');
    await overlay.see('.drawer .row');
    const top = `${ROOT}.querySelector('.list').scrollTop`;
    await overlay.page.evaluate(`${top} = 300; new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`);
    for (const [act, home] of [
      ['showModal', 'dialog'],
      ['close', 'html'],
    ]) {
      await overlay.page.evaluate(`document.querySelector('dialog').${act}()`);
      await overlay.until(`document.querySelector('${home} > svc-overlay')`);
      expect(await overlay.page.evaluate(top)).toBe(300);
    }
  });

  test('the list scrolls by wheel although the page cancels wheel events', async () => {
    bench.double.annotations = many();
    const keep = "document.addEventListener('wheel', (event) => event.preventDefault(), { passive: false })";
    const overlay = await bench.show(`${configured(bench)}<script>${keep}</script>`);
    await overlay.click('.badge');
    await (await overlay.see('.drawer .row')).hover();
    await overlay.page.mouse.wheel({ deltaY: 200 });
    await expect.poll(() => overlay.page.evaluate(`${ROOT}.querySelector('.list').scrollTop`)).toBeGreaterThan(0);
  });

  test('further clicks while a chunk loads do not undo the first', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.see('.launcher');
    const held: (() => void)[] = [];
    await overlay.page.setRequestInterception(true);
    let isSlow = true;
    overlay.page.on('request', (request) => {
      if (isSlow && /\/overlay\//.test(request.url())) held.push(() => request.continue());
      else request.continue();
    });
    await overlay.click('.launcher');
    await expect.poll(() => held.length).toBeGreaterThan(2);
    await overlay.click('.launcher');
    isSlow = false;
    for (const release of held) release();
    await overlay.see('.sheet');
    await overlay.click('.launcher');
    await overlay.unsee('.sheet');
  });
});

describe('leaving the page', () => {
  /** Leaves the page and returns whether the browser asked for confirmation. */
  const leave = async ({ page }: OverlayPage): Promise<boolean> => {
    let hasAsked = false;
    const accept = (dialog: Dialog) => {
      hasAsked = dialog.type() === 'beforeunload';
      dialog.accept();
    };
    page.on('dialog', accept);
    await page.reload();
    page.off('dialog', accept);
    return hasAsked;
  };

  test('asks for confirmation while unsent text exists, also in a closed form', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    expect(await leave(overlay)).toBe(false);
    await overlay.choose('h1');
    await (await overlay.see('textarea')).type('Ten minutes of work');
    expect(await leave(overlay)).toBe(true);
    await overlay.choose('h1');
    await (await overlay.see('textarea')).type('Ten minutes of work');
    await overlay.click('.dialog .close');
    await overlay.unsee('form');
    expect(await leave(overlay)).toBe(true);
  });

  test('asks nothing once the text was sent or canceled', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await overlay.write('Sent');
    await overlay.see('.pin');
    await overlay.choose('h1');
    await (await overlay.see('textarea')).type('Cancelled');
    await overlay.click('form .quiet');
    await overlay.unsee('form');
    expect(await leave(overlay)).toBe(false);
  });

  test('asks for confirmation while a reply has text', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(configuredAsAuthor(bench));
    await overlay.click('.pin');
    await (await overlay.see('textarea')).type('Begun');
    await overlay.click('.dialog .close');
    await overlay.unsee('.dialog');
    expect(await leave(overlay)).toBe(true);
  });
});

describe('on a phone', () => {
  const TELEPHONE = { width: 360, height: 640, hasTouch: true, isMobile: true };
  const VIEW = '<meta name="viewport" content="width=device-width, initial-scale=1">';
  /**
   * Returns the distances of the form's edges from the visual viewport, pixels: left, top, right,
   * bottom.
   */
  const INSIDE = `(() => {
    const { left, top, right, bottom } = ${ROOT}.querySelector('.dialog').getBoundingClientRect();
    const { offsetLeft, offsetTop, width, height } = visualViewport;
    return [left - offsetLeft, top - offsetTop, offsetLeft + width - right, offsetTop + height - bottom];
  })()`;
  const tapOn = async ({ page }: OverlayPage) => {
    await page.evaluate("SvcConfig.overlay.open('comment')");
    const { x, y } = (await page.evaluate(
      "(() => { const { left, top } = document.querySelector('h1').getBoundingClientRect(); return { x: left, y: top } })()",
    )) as { x: number; y: number };
    return { x: x + 20, y: y + 20 };
  };

  test.each([
    ['on a page that is wider than the screen', '<table style="width:560px"><tr><td>Wide</td></tr></table>', 1],
    ['where the page was enlarged by pinching', '', 2.2],
  ])('the form opens in sight %s', async (_, wide, scale) => {
    const overlay = await bench.show(VIEW + configured(bench), `${BODY}${wide}<p style="height:900px">Long</p>`);
    const { page } = overlay;
    await page.setViewport(TELEPHONE);
    await page.reload();
    const session = await page.createCDPSession();
    // The first layout of the page may reset the scale, so it is set until it stays.
    const setScale = async () => {
      await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: scale });
      return page.evaluate('visualViewport.scale');
    };
    await expect.poll(setScale).toBeCloseTo(scale, 2);
    const { x, y } = await tapOn(overlay);
    await overlay.page.waitForSelector('svc-overlay >>> .sheet');
    await page.touchscreen.tap(x * scale, y * scale);
    await overlay.page.waitForSelector('svc-overlay >>> form');
    await expect.poll(() => page.evaluate(`Math.min(...${INSIDE})`)).toBeGreaterThanOrEqual(0);
  });

  test('in landscape, the keyboard does not cover the field', async () => {
    const overlay = await bench.show(VIEW + configured(bench));
    await overlay.page.setViewport({ ...TELEPHONE, width: 640, height: 165 });
    await overlay.choose('h1');
    const edges = `['textarea', 'form .actions'].map((name) => ${ROOT}.querySelector(name).getBoundingClientRect())`;
    expect(await overlay.page.evaluate(`(([field, actions]) => actions.top - field.bottom)(${edges})`)).toBeGreaterThan(
      0,
    );
  });
});

describe('a dialog of the page over elements with comments', () => {
  const DIALOGS = {
    'a layer with a role':
      '<div id="over" role="dialog" hidden style="position:fixed;inset:0;z-index:1050;background:#fff"><BODY></div>',
    'a native one': '<dialog id="over" style="width:100%;height:100%"><BODY></dialog>',
  };
  const SAVE =
    '<button id="save" style="position:fixed;top:0;left:0;width:100%;height:400px" onclick="window.saved=true">Save</button>';

  test.each(Object.entries(DIALOGS))('%s: it gets its clicks, and shows its own pins alone', async (_, dialog) => {
    bench.double.annotations = [
      introAnnotation(),
      annotation({ domFingerprint: { selector: '#own', xpath: '', text: 'Changes are seen at once' } }),
    ];
    const own = '<p id="own" style="position:fixed;top:500px">Changes are seen at once</p>';
    const overlay = await bench.show(configured(bench), BODY + dialog.replace('<BODY>', SAVE + own));
    const shown = `[...${ROOT}.querySelectorAll('.pin:not([hidden])')].map((pin) => pin.textContent).join()`;
    const act = (native: string, hidden: boolean) =>
      overlay.page.evaluate(`over.localName === 'dialog' ? over.${native}() : (over.hidden = ${hidden})`);
    await overlay.until(`${shown} === '1'`);
    const box = await (await overlay.see('.pin:not([hidden])')).boundingBox();
    await act('showModal', false);
    await overlay.until(`${shown} === '2'`);
    await overlay.page.mouse.click((box?.x ?? 0) + 14, (box?.y ?? 0) + 14);
    expect(await overlay.page.evaluate('window.saved')).toBe(true);
    await act('close', true);
    await overlay.until(`${shown} === '1'`);
    expect(ownConsoleLines(overlay)).toEqual([]);
  });
});
