import { describe, expect, test } from 'vitest';
import {
  BODY,
  configured,
  configuredWith,
  introAnnotation,
  ownConsoleLines,
  ROOT,
  useOverlayHost,
} from '../support/overlay-host.ts';

const bench = useOverlayHost();

describe('the top layer', () => {
  const DIALOG = `${BODY}<dialog><p id="offer">Two loaves for one</p><button>Order</button></dialog>`;
  const openDialog = "document.querySelector('dialog').showModal()";

  test('a comment on content of a modal dialog that opens after the overlay', async () => {
    const overlay = await bench.show(configured(bench), DIALOG);
    await overlay.see('.launcher');
    await overlay.page.evaluate(openDialog);
    await overlay.until("document.querySelector('dialog svc-overlay')");
    await overlay.choose('#offer');
    await overlay.write('Only on Sundays');
    expect(await overlay.distance('.pin', '#offer')).toBeLessThan(2);
    expect(await overlay.page.evaluate("document.querySelector('dialog').open")).toBe(true);
    await overlay.page.evaluate("document.querySelector('dialog').close()");
    await overlay.until("document.documentElement === document.querySelector('svc-overlay').parentNode");
    await overlay.unsee('.pin');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test("Esc closes the overlay's form, not the dialog below it", async () => {
    const overlay = await bench.show(configured(bench), DIALOG);
    await overlay.page.evaluate(openDialog);
    await overlay.choose('#offer');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('form');
    expect(await overlay.page.evaluate("document.querySelector('dialog').open")).toBe(true);
  });

  test('the dialog that was opened last contains the overlay, in any document order', async () => {
    const two = `${BODY}<dialog id="first"><p>First</p></dialog><dialog id="second"><p>Second</p></dialog>`;
    const overlay = await bench.show(configured(bench), two);
    await overlay.see('.launcher');
    const isIn = (selector: string) => overlay.until(`document.querySelector('${selector} > svc-overlay')`);
    await overlay.page.evaluate("document.querySelector('#second').showModal()");
    await isIn('#second');
    await overlay.page.evaluate("document.querySelector('#first').showModal()");
    await isIn('#first');
    await overlay.choose('#first p');
    await overlay.write('In the upper one');
    await overlay.see('.pin');
    await overlay.page.evaluate("document.querySelector('#first').close()");
    await isIn('#second');
    await overlay.page.evaluate("document.querySelector('#first').showModal()");
    await isIn('#first');
    await overlay.page.evaluate(
      "document.querySelector('#second').close(); document.querySelector('#second').showModal()",
    );
    await isIn('#second');
    await overlay.page.evaluate("document.querySelector('#second').close(); document.querySelector('#first').close()");
    await isIn('html');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('dialogs that open and close many times a second do not move the overlay into the body', async () => {
    const overlay = await bench.show(configured(bench), `${BODY}<dialog><p>Offer</p></dialog>`);
    await overlay.until("document.querySelector('html > svc-overlay')");
    const parents = await overlay.page.evaluate(async () => {
      const dialog = document.querySelector('dialog');
      const seen = new Set<string | undefined>();
      // Longer than the second after which the overlay tries again.
      for (const start = performance.now(); performance.now() - start < 2_500; ) {
        if (dialog?.open) dialog.close();
        else dialog?.showModal();
        await new Promise((resolve) => setTimeout(resolve, 150));
        seen.add(document.querySelector('svc-overlay')?.parentElement?.localName);
      }
      dialog?.close();
      return [...seen].sort();
    });
    expect(parents).toEqual(['dialog', 'html']);
    await overlay.until("document.querySelector('html > svc-overlay')");
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('a modal dialog in a shadow root contains the overlay while it is open', async () => {
    const overlay = await bench.show(
      configured(bench),
      `${BODY}<div id="host"></div><script>document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =
        '<dialog><p id="offer">Two loaves for one</p><button>Order</button></dialog>'</script>`,
    );
    await overlay.see('.launcher');
    const act = (verb: string) =>
      overlay.page.evaluate(`document.querySelector('#host').shadowRoot.querySelector('dialog').${verb}()`);
    await overlay.page.bringToFront();
    await act('showModal');
    await overlay.until("document.querySelector('#host').shadowRoot.querySelector('dialog > svc-overlay')");
    const inDialog = (selector: string) => overlay.page.waitForSelector(`#host >>> ${selector}`, { visible: true });
    await (await inDialog('.launcher'))?.click();
    await inDialog('.sheet');
    await (await inDialog('#offer'))?.click();
    await (await inDialog('textarea'))?.type('Only on Sundays');
    await (await inDialog('.primary'))?.click();
    await inDialog('.pin');
    expect(bench.double.created[0]?.body.metadata).toMatchObject({ text: 'Two loaves for one' });
    await act('close');
    await overlay.until("document.documentElement === document.querySelector('svc-overlay')?.parentNode");
    await overlay.unsee('.pin');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('a full-screen element does not cover the button', async () => {
    const overlay = await bench.show(
      configured(bench),
      `${BODY}<section id="film" style="background:#ddd"><p>Film</p></section><button id="fill" onclick="document.querySelector('#film').requestFullscreen()">Fill</button>`,
    );
    await overlay.see('.launcher');
    await overlay.page.click('#fill');
    await overlay.until('document.fullscreenElement');
    await overlay.until("document.querySelector('#film > svc-overlay')");
    await overlay.choose('#film p');
    await overlay.write('Too dark');
    await overlay.see('.pin');
    await overlay.page.evaluate('document.exitFullscreen()');
    await overlay.until("document.querySelector('html > svc-overlay')");
    await overlay.see('.pin');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  const MENU = '<p id="offer">Two loaves for one</p>';

  test.each([
    ['that is open already', `<div id="menu" popover>${MENU}</div>`, "document.querySelector('#menu')", true],
    ['that is opened later', `<div id="menu" popover>${MENU}</div>`, "document.querySelector('#menu')", false],
    ['of hints', `<div id="menu" popover="hint">${MENU}</div>`, "document.querySelector('#menu')", false],
  ])('what a popover %s shows is commented on: it stays open', async (_, menu, found, isFirst) => {
    const open = `${found}.showPopover()`;
    const overlay = await bench.show(configured(bench), `${BODY}${menu}${isFirst ? `<script>${open}</script>` : ''}`);
    await overlay.see('.launcher');
    if (!isFirst) await overlay.page.evaluate(open);
    await overlay.until("document.querySelector('#menu > svc-overlay')");
    await overlay.choose('#offer');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('form');
    await overlay.choose('#offer');
    await overlay.write('Only on Sundays');
    await overlay.see('.pin');
    expect(bench.double.created[0]?.body.metadata).toMatchObject({ text: 'Two loaves for one' });
    expect(await overlay.page.evaluate(`${found}.matches(':popover-open')`)).toBe(true);
    await overlay.page.evaluate(`${found}.hidePopover()`);
    await overlay.until("document.querySelector('html > svc-overlay')");
    await overlay.see('.launcher');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('a popover in a shadow root contains the overlay from the first click in it until it closes', async () => {
    const overlay = await bench.show(
      configured(bench),
      `${BODY}<div id="host"></div><script>document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =
        '<div id="menu" popover>${MENU}</div>'; document.querySelector('#host').shadowRoot.firstChild.showPopover()</script>`,
    );
    await overlay.see('.launcher');
    await (await overlay.page.waitForSelector('#host >>> #offer'))?.click();
    const menu = "document.querySelector('#host').shadowRoot.querySelector('#menu')";
    await overlay.until(`${menu}.querySelector('svc-overlay')`);
    await (await overlay.page.waitForSelector('#host >>> .launcher', { visible: true }))?.click();
    await overlay.page.waitForSelector('#host >>> .sheet', { visible: true });
    expect(await overlay.page.evaluate(`${menu}.matches(':popover-open')`)).toBe(true);
    await overlay.page.evaluate(`${menu}.hidePopover()`);
    await overlay.until("document.querySelector('html > svc-overlay')");
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('a popover and a full layer of the page do not cover the button', async () => {
    const cover = '<div id="cover" popover="manual" style="inset:0;width:100vw;height:100vh;margin:0">Cover</div>';
    const overlay = await bench.show(configured(bench), BODY + cover);
    await overlay.see('.launcher');
    await overlay.page.evaluate("document.querySelector('#cover').showPopover()");
    await overlay.page.evaluate('new Promise((done) => setTimeout(done, 100))');
    await overlay.click('.launcher');
    await overlay.see('.sheet');
  });
});

describe('the language', () => {
  test.each([
    ['de', 'Kommentar', 'Was soll sich hier ändern?'],
    ['fr-CA', 'Commenter', 'Que faudrait-il changer ici ?'],
    ['es', 'Comentar', '¿Qué debería cambiar aquí?'],
    ['ja', 'コメント', 'ここをどう変えるとよいですか？'],
    ['it', 'Commenta', 'Che cosa va cambiato qui?'],
    ['pt-BR', 'Comentar', 'O que deve mudar aqui?'],
    ['sv', 'Comment', 'What should change here?'],
  ])('the language of the page: %s', async (language, button, question) => {
    const overlay = await bench.show(
      `${configured(bench)}<script>document.documentElement.lang = '${language}'</script>`,
    );
    expect(await overlay.text('.launcher')).toBe(button);
    await overlay.choose('h1');
    expect(await (await overlay.see('textarea')).evaluate((field) => field.getAttribute('placeholder'))).toBe(question);
  });

  test('is the configured one, with messages of the site', async () => {
    const overlay = await bench.show(configuredWith(bench, { language: 'de', words: { comment: 'Rückmeldung' } }));
    expect(await overlay.text('.launcher')).toBe('Rückmeldung');
    await overlay.choose('h1');
    expect(await overlay.text('.primary')).toBe('Senden');
  });
});

describe('the appearance', () => {
  test('is right-to-left on a right-to-left page', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(`${configured(bench)}<style>body { direction: rtl }</style>`);
    const launcher = await (await overlay.see('.launcher')).boundingBox();
    expect(launcher?.x).toBeLessThan(150);
    await overlay.see('.pin');
    await overlay.click('.badge');
    const drawer = await (await overlay.see('.drawer')).boundingBox();
    expect(drawer?.x).toBe(0);
    expect(await overlay.distance('.pin', '.intro')).toBeLessThan(2);
  });

  test('places the full stop of left-to-right texts correctly on a right-to-left page', async () => {
    const overlay = await bench.show(`${configured(bench)}<style>body { direction: rtl }</style>`);
    await overlay.choose('h1');
    await overlay.click('.change');
    await overlay.see('.extras .note:last-of-type');
    const [last, before] = (await overlay.page.evaluate(`(() => {
      const text = ${ROOT}.querySelector('.extras .note:last-of-type').firstChild;
      return [1, 2].map((back) => {
        const range = new Range();
        range.setStart(text, text.length - back);
        range.setEnd(text, text.length - back + 1);
        return { character: range.toString(), left: range.getBoundingClientRect().left };
      });
    })()`)) as { character: string; left: number }[];
    expect(last?.character).toBe('.');
    expect(last?.left).toBeGreaterThan(before?.left ?? 0);
  });

  test('is dark if the visitor’s system is, unless the page sets a theme', async () => {
    const face = `getComputedStyle(${ROOT}.querySelector('.root')).getPropertyValue('--face')`;
    const overlay = await bench.show(configured(bench));
    await overlay.see('.launcher');
    expect(await overlay.page.evaluate(face)).toBe('#fff');
    await overlay.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await expect.poll(() => overlay.page.evaluate(face)).toBe('#1d222b');
    const dark = await bench.show(configuredWith(bench, { theme: 'dark' }));
    await dark.see('.launcher');
    expect(await dark.page.evaluate(face)).toBe('#1d222b');
  });
});

describe('a policy with nonces', () => {
  test('the chunks carry the nonce of the script', async () => {
    const script = `<script nonce="n0nce" src="/overlay.js" data-svc-config='${bench.options}' defer></script>`;
    const overlay = await bench.show(script, BODY, '/nonce');
    await overlay.choose('h1');
    await overlay.write('By nonce');
    await overlay.see('.pin');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });
});
