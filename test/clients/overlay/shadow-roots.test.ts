import type { ElementHandle } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { configured, ownConsoleLines, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

const boxOf = async (handle: ElementHandle<Element> | null | undefined) => {
  const box = await handle?.boundingBox();
  if (!box) throw new Error('The element has no box');
  return box;
};
const pause = (overlay: OverlayPage, ms: number) =>
  overlay.page.evaluate(`new Promise((done) => setTimeout(done, ${ms}))`);

describe('in a shadow root', () => {
  const HOST = `<h1>Shop</h1><div id="clip" style="height:200px;overflow:auto"><div id="host"></div></div><script>
    window.render = (name, above = '') => {
      const host = document.querySelector('#host');
      (host.shadowRoot ?? host.attachShadow({ mode: 'open' })).innerHTML =
        above + '<p class="' + name + '">Spelt, stone-ground</p><button class="' + name + '-buy">Order spelt</button>';
    };
    render('a')</script>`;

  test('a pin follows a re-rendered element and is clipped by ancestors of the host', async () => {
    const overlay = await bench.show(configured(bench), HOST);
    await overlay.choose('#host >>> .a-buy');
    await overlay.write('In the shadow');
    expect(await overlay.distance('.pin', '#host >>> .a-buy')).toBeLessThan(2);
    await overlay.page.evaluate(`render('b', '<p style="height:60px;margin:0">News of today</p>')`);
    await pause(overlay, 900);
    await expect.poll(() => overlay.distance('.pin', '#host >>> .b-buy')).toBeLessThan(2);
    await overlay.page.evaluate(`render('c', '<p style="height:400px;margin:0">News of today</p>')`);
    await overlay.unsee('.pin');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('a pin finds an element in a root that is attached later', async () => {
    const overlay = await bench.show(configured(bench), HOST);
    await overlay.choose('#host >>> .a-buy');
    await overlay.write('In the shadow');
    await overlay.see('.pin');
    await overlay.page.evaluate("document.querySelector('#host').replaceWith(document.createElement('section'))");
    await overlay.unsee('.pin');
    await overlay.page.evaluate("document.querySelector('section').id = 'host'");
    await pause(overlay, 900);
    await overlay.page.evaluate("render('a')");
    await overlay.see('.pin');
    expect(await overlay.distance('.pin', '#host >>> .a-buy')).toBeLessThan(2);
  });

  test('the arrow keys go in, through slots, and out again', async () => {
    const overlay = await bench.show(
      configured(bench),
      `<div id="host"><p>Light</p></div><script>
        document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<section><b>Dark</b><slot></slot></section>'</script>`,
    );
    await overlay.click('.launcher');
    await overlay.see('.sheet');
    const heard: unknown[] = [];
    for (const key of [
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      'ArrowRight',
      'ArrowLeft',
      'ArrowUp',
      'ArrowUp',
    ] as const) {
      await overlay.page.keyboard.press(key);
      heard.push(await overlay.page.evaluate(`${ROOT}.querySelector('.voice').textContent`));
    }
    expect(heard).toEqual([
      'div · Light',
      'section · Dark',
      'b · Dark',
      'p · Light',
      'b · Dark',
      'section · Dark',
      'div · Light',
    ]);
  });
});

describe('in a frame of the same origin', () => {
  const INNER = '<p class=note style=margin:20px;width:200px>Delivered on Fridays</p><div style=height:900px></div>';
  const FRAME = `<h1>Shop</h1><iframe srcdoc="${INNER}" style="margin:100px 0 0 150px;border:5px solid;width:400px;height:200px"></iframe>
    <div style="height:900px"></div>`;

  test('an element is picked, described in page coordinates, and followed', async () => {
    const overlay = await bench.show(configured(bench), FRAME);
    const frame = await (await overlay.page.$('iframe'))?.contentFrame();
    const note = await frame?.waitForSelector('.note');
    const { x, y, width, height } = await boxOf(note);
    await overlay.click('.launcher');
    await overlay.see('.sheet');
    await overlay.page.mouse.move(x + width / 2, y + height / 2);
    const outline = await boxOf(await overlay.see('.outline'));
    expect([outline.x, outline.y, outline.width]).toEqual([x, y, width]);
    await overlay.page.mouse.click(x + width / 2, y + height / 2);
    await overlay.write('In the frame');
    const tip = async () => {
      const pin = await boxOf(await overlay.see('.pin'));
      return [pin.x, pin.y + pin.height];
    };
    expect(await tip()).toEqual([expect.closeTo(x + width, -1), expect.closeTo(y, -1)]);
    expect(bench.double.created[0]?.body.metadata).toMatchObject({
      box: { x, y: expect.closeTo(y, 1), width, height },
    });
    await frame?.evaluate('scrollTo(0, 15)');
    await expect.poll(tip).toEqual([expect.closeTo(x + width, -1), expect.closeTo(y - 15, -1)]);
    await frame?.evaluate('scrollTo(0, 300)');
    await overlay.unsee('.pin');
    await frame?.evaluate('scrollTo(0, 0)');
    await overlay.see('.pin');
    await frame?.evaluate(
      "document.querySelector('.note').outerHTML = '<section>' + document.querySelector('.note').outerHTML + '</section>'",
    );
    await pause(overlay, 900);
    await expect.poll(tip).toEqual([expect.closeTo(x + width, -1), expect.closeTo(y, -1)]);
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('an element is found where a frame with padding is shown at half its size', async () => {
    const style = 'margin-left:150px;padding:30px 50px;scale:0.5;transform-origin:0 0';
    const overlay = await bench.show(configured(bench), FRAME.replace('style="', `style="${style};`));
    const frame = await (await overlay.page.$('iframe'))?.contentFrame();
    await frame?.waitForSelector('.note');
    const { x, y } = await boxOf(await overlay.page.$('iframe'));
    // Half of: border, padding, the page's margin of 8 px (absorbed by the note's margin of 20 px
    // at the top), and half the note.
    const [left, top] = [x + (5 + 50 + 8 + 20) / 2, y + (5 + 30 + 20) / 2];
    await overlay.click('.launcher');
    await overlay.see('.sheet');
    await overlay.page.mouse.move(left + 50, top + 4);
    const outline = await boxOf(await overlay.see('.outline'));
    expect([outline.x, outline.y, outline.width]).toEqual([left, top, 100]);
    await overlay.page.mouse.click(left + 50, top + 4);
    await overlay.write('In the small frame');
    const pin = await boxOf(await overlay.see('.pin'));
    expect([pin.x, pin.y + pin.height]).toEqual([expect.closeTo(left + 100, -1), expect.closeTo(top, -1)]);
    expect(bench.double.created[0]?.body.metadata).toMatchObject({ text: 'Delivered on Fridays' });
  });
});
