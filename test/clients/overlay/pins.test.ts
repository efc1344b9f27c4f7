import { describe, expect, test } from 'vitest';
import { annotation } from '../support/feedback-double.ts';
import { BODY, configured, introAnnotation, ownConsoleLines, ROOT, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();

const LONG = `${BODY}<div style="height:2000px"></div>`;

describe('showing comments', () => {
  test('a pin follows its element: scrolling, resizing, content inserted above, hiding', async () => {
    bench.double.annotations = [introAnnotation({ metadata: { offset: { x: 0.5, y: 0.5 } } })];
    const overlay = await bench.show(configured(bench), LONG);
    const isAtIntro = async () => expect(await overlay.distance('.pin', '.intro')).toBeLessThan(2);
    await isAtIntro();
    await overlay.page.evaluate(() => scrollTo(0, 40));
    await isAtIntro();
    await overlay.page.setViewport({ width: 620, height: 500 });
    await isAtIntro();
    await overlay.page.evaluate(() =>
      document.body.insertAdjacentHTML('afterbegin', '<div style="height:180px">Sale</div>'),
    );
    await isAtIntro();
    await overlay.page.evaluate(() => scrollTo(0, 1500));
    await overlay.unsee('.pin');
  });

  test('writes no styles for pins that did not move or are off-screen', async () => {
    bench.double.annotations = [
      introAnnotation(),
      annotation({ domFingerprint: { selector: '#fixed', xpath: '', text: 'Open today' } }),
      annotation({ domFingerprint: { selector: '#far', xpath: '', text: 'Hours of the mill' } }),
    ];
    const fixed = '<p id="fixed" style="position:fixed;top:200px;left:300px">Open today</p>';
    const overlay = await bench.show(configured(bench), `${LONG}${fixed}<p id="far">Hours of the mill</p>`);
    await overlay.until(`${ROOT}.querySelectorAll('.pin:not([hidden])').length === 2`);
    const written = await overlay.page.evaluate(`new Promise((done) => {
      const written = new Set();
      new MutationObserver((all) => all.forEach(({ target }) => written.add(target.textContent))).observe(
        ${ROOT}.querySelector('.pins'), { attributes: true, subtree: true });
      scrollTo(0, 20);
      setTimeout(() => done([...written]), 500);
    })`);
    expect(written).toEqual([String(bench.double.annotations[0]?.number)]);
  });

  test('a pin scrolled out of its container is hidden', async () => {
    bench.double.annotations = [introAnnotation()];
    const box =
      '<div id="box" style="margin-top:300px;height:80px;overflow:auto"><p class="intro">Baked every morning</p><p style="height:500px"></p></div>';
    const overlay = await bench.show(configured(bench), box);
    await overlay.see('.pin');
    await overlay.page.evaluate(() => document.querySelector('#box')?.scrollTo(0, 150));
    await overlay.unsee('.pin');
  });

  test('a pin stays below a sticky header, and is hidden while that covers its element', async () => {
    const text = 'Opening hours of the mill';
    bench.double.annotations = [annotation({ domFingerprint: { selector: '#it', xpath: '', text } })];
    const header = '<div id="bar" style="position:sticky;top:0;height:60px;background:#eee"><b>Bakery</b></div>';
    const tall = `<p id="it" style="margin:100px 50px;height:200px">${text}</p><div style="height:2000px"></div>`;
    const overlay = await bench.show(configured(bench), header + tall);
    expect(await overlay.distance('.pin', '#it')).toBeLessThan(2);
    // The element is visible from 60 to 200 pixels.
    await overlay.page.evaluate("scrollTo(0, document.querySelector('#it').offsetTop)");
    await expect.poll(() => overlay.distance('.pin', '#bar', 0.95, (60 + 28) / 60)).toBeLessThan(28);
    await overlay.page.evaluate("scrollTo(0, document.querySelector('#it').offsetTop + 150)");
    await overlay.unsee('.pin');
    await overlay.page.evaluate("document.querySelector('#bar').style.pointerEvents = 'none'");
    await overlay.see('.pin');
  });

  test.each([
    ['static', true],
    ['relative', false],
    ['static;transform:scale(1)', false],
  ])('a pin on an absolutely positioned element outside a clipping ancestor is visible: %s', async (style, isSeen) => {
    bench.double.annotations = [introAnnotation()];
    const clip = `<div style="height:40px;overflow:hidden;position:${style}"><div>
      <p class="intro" style="position:absolute;top:200px;left:50px">Baked every morning</p></div></div><h1>Bread</h1>`;
    const overlay = await bench.show(configured(bench), clip);
    await overlay.see('.badge:not(.warn)');
    await overlay.until(`${ROOT}.querySelector('.pin')`);
    if (isSeen) expect(await overlay.distance('.pin', '.intro')).toBeLessThan(2);
    else await overlay.unsee('.pin');
  });

  test('an element is located by the fingerprint of the last sweep, else by the original one', async () => {
    const written = { selector: '.slogan', xpath: '/html/body/div/i', text: 'Bread since 1901' };
    const latest = { selector: '.intro', xpath: '/html/body/p', text: 'Baked every morning', tag: 'p' };
    bench.double.annotations = [
      annotation({ domFingerprint: written, anchor: { state: 'bound', confidence: 1, fingerprint: latest } }),
    ];
    const overlay = await bench.show(configured(bench));
    expect(await overlay.distance('.pin', '.intro')).toBeLessThan(2);
    await overlay.page.evaluate(
      `document.querySelector('.intro').outerHTML = '<div><i class="slogan">Bread since 1901</i></div>'`,
    );
    await expect.poll(() => overlay.distance('.pin', '.slogan')).toBeLessThan(2);
  });

  test('a comment whose element is gone is counted and listed, and comes back with its element', async () => {
    bench.double.annotations = [
      annotation({
        content: 'Wrong hours',
        domFingerprint: { selector: '.hours', xpath: '/html/body/footer/p', text: 'Closed on Mondays' },
      }),
      annotation({ content: 'Broken', domFingerprint: { selector: '[[[', xpath: ')(', text: 'x' } }),
    ];
    const overlay = await bench.show(configured(bench));
    const badge = await overlay.see('.badge');
    // The loader shows the number; the chunk of the pins adds the label.
    await expect
      .poll(() => badge.evaluate((element) => [element.textContent, element.getAttribute('aria-label')]))
      .toEqual(['2', 'Comments on this page: 2']);
    await overlay.click('.badge');
    expect(await overlay.text('.drawer')).toContain('Wrong hours');
    expect(await overlay.text('.drawer h3')).toContain('Not on this page now');
    await overlay.click('.row:has(.excerpt)');
    expect(await overlay.text('.dialog')).toContain('Not on this page now');
    await overlay.page.evaluate(() =>
      document.body.insertAdjacentHTML('beforeend', '<p class="hours">Closed on Mondays</p>'),
    );
    await overlay.until(`${ROOT}.querySelectorAll('.drawer .rows').length === 2`);
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('a thread shows text, author, replies and status; markup is text', async () => {
    bench.double.annotations = [
      introAnnotation({
        content: '<img src=x onerror="window.hacked=1"><b>Bold</b>',
        author: { name: '<i>Ada</i>' },
        status: 'in_progress',
        commentCount: 2,
        comments: [
          { id: 'c1', content: '<script>window.hacked=1</script>', author: null, createdAt: new Date().toISOString() },
        ],
      }),
    ];
    const overlay = await bench.show(configured(bench));
    await overlay.click('.pin.in_progress');
    const text = await overlay.text('.dialog');
    for (const part of [
      '<img src=x',
      '<b>Bold</b>',
      '<i>Ada</i>',
      '<script>',
      'Visitor',
      'In progress',
      'minute',
      'More replies: 1',
    ]) {
      expect(text).toContain(part);
    }
    expect(await overlay.page.evaluate('[window.hacked, document.images.length]')).toEqual([null, 0]);
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('.dialog');
    expect(await overlay.page.evaluate(`${ROOT}.activeElement.className`)).toContain('pin');
  });

  test('the badge reports a list that cannot be fetched, and the list offers a retry', async () => {
    bench.double.listStatus = 503;
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(configured(bench));
    expect(await overlay.text('.badge')).toBe('!');
    await overlay.click('.badge');
    bench.double.listStatus = 200;
    await overlay.click('.drawer .retry');
    await overlay.see('.pin');
    await overlay.unsee('.badge.bad');
  });
});
