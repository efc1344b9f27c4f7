import { describe, expect, test } from 'vitest';
import { annotation } from '../support/feedback-double.ts';
import { BODY, configuredWith, introAnnotation, ROOT, SCRIPT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

const asMember = (body = BODY) => bench.show(configuredWith(bench, { accessToken: 'member-token' }), body);
const verbs = () => bench.double.calls.map(({ method, path }) => `${method} ${path.replace(/annotation-\d+/, ':id')}`);

/** Opens the thread of the only pin once the access token is confirmed. */
async function openThread(overlay: OverlayPage): Promise<void> {
  await overlay.see('.pin');
  await overlay.page.waitForNetworkIdle({ idleTime: 100, concurrency: 1 });
  await overlay.click('.pin');
}

describe('a member', () => {
  test('replies and resolves in the thread', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await asMember();
    await openThread(overlay);
    await (await overlay.see('.reply textarea')).type('On it');
    await overlay.click('.reply .primary');
    await overlay.until(`${ROOT}.querySelectorAll('.dialog article').length === 2`);
    expect(await overlay.text('.dialog .thread')).toContain('On it');
    await overlay.click('.reply .quiet');
    await overlay.see('.dialog .status.resolved');
    expect(await overlay.text('.reply .quiet')).toBe('Reopen');
    expect(verbs()).toEqual(['POST /annotations/:id/comments', 'PUT /annotations/:id/status']);
  });

  test('keeps a half-written reply when the thread changes and when it is rejected', async () => {
    const first = introAnnotation();
    bench.double.annotations = [first];
    const overlay = await asMember();
    await openThread(overlay);
    await (await overlay.see('.reply textarea')).type('Half');
    await expect.poll(() => bench.double.streams().length).toBe(1);
    bench.double.emit('updated', { ...first, content: 'Changed' });
    await overlay.until(`${ROOT}.querySelector('.dialog').textContent.includes('Changed')`);
    bench.double.rejection = { status: 403, message: 'Needs editor' };
    await overlay.click('.reply .primary');
    expect(await overlay.text('.dialog .problem')).toContain('You may read here, but not change this.');
    const written = await overlay.see('.reply textarea');
    expect(await written.evaluate((field) => (field as HTMLTextAreaElement).value)).toBe('Half');
  });

  test('writes under their own name', async () => {
    const overlay = await asMember();
    await overlay.click('.launcher');
    await overlay.see('.sheet');
    await overlay.page.waitForNetworkIdle({ idleTime: 150, concurrency: 1 });
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('.sheet');
    await overlay.choose('h1');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.who')`)).toBeNull();
    await overlay.write('As myself');
    await overlay.see('.pin');
    expect(verbs()).toEqual(['POST /annotations']);
    expect(bench.double.calls[0]?.body).toMatchObject({
      content: 'As myself',
      projectId: 'project-1',
      source: 'overlay',
    });
  });

  test('is not treated as a visitor while the service cannot confirm the token', async () => {
    bench.double.annotations = [introAnnotation()];
    bench.double.memberStatus = 503;
    const overlay = await asMember();
    await overlay.choose('h1');
    await overlay.write('As myself');
    expect(await overlay.text('.problem')).toContain('sent by itself');
    await overlay.click('.pin');
    await overlay.see('.dialog .thread');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.reply')`)).toBeNull();
    bench.double.memberStatus = 200;
    await overlay.see('.reply');
    await overlay.page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(verbs).toEqual(['POST /annotations']);
    expect(bench.double.created).toEqual([]);
  });

  test('is not treated as a visitor while the page’s token function fails', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(
      `${SCRIPT}<script type="module">
        window.isAway = true;
        const accessToken = async () => {
          if (window.isAway) throw new TypeError('Failed to fetch');
          return 'member-token';
        };
        new SvcConfig.Overlay({ ...${bench.options}, accessToken }).init();
      </script>`,
    );
    await overlay.click('.pin');
    await overlay.see('.dialog .thread');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.reply')`)).toBeNull();
    await overlay.page.evaluate('window.isAway = false');
    const field = await overlay.see('.reply textarea');
    await overlay.page.evaluate('window.isAway = true');
    await field.type('On it');
    await overlay.click('.reply .primary');
    expect(await overlay.text('.dialog .problem')).toContain('sent by itself');
    await overlay.page.evaluate("window.isAway = false; dispatchEvent(new Event('online'))");
    await expect.poll(verbs).toEqual(['POST /annotations/:id/comments']);
  });

  test('is a visitor if the page’s token function returns null, until the overlay is started again', async () => {
    const overlay = await bench.show(
      `${SCRIPT}<script type="module">
        window.token = null;
        window.overlay = new SvcConfig.Overlay({ ...${bench.options}, accessToken: () => window.token });
        window.overlay.init();
      </script>`,
    );
    await overlay.choose('h1');
    await overlay.see('.who');
    await overlay.page.evaluate("window.token = 'member-token'; overlay.destroy(); void overlay.init()");
    await overlay.choose('h1');
    await overlay.write('As myself');
    await expect.poll(verbs).toEqual(['POST /annotations']);
    expect(bench.double.created).toEqual([]);
  });

  test('comments that are sent before the token is confirmed wait for it', async () => {
    const overlay = await asMember();
    let respond = () => {};
    const asked = new Promise<void>((done) => {
      respond = done;
    });
    await overlay.page.setRequestInterception(true);
    overlay.page.on('request', async (request) => {
      if (request.url().endsWith('/auth/me')) await asked;
      await request.continue();
    });
    await overlay.choose('h1');
    await overlay.write('As myself');
    await overlay.page.evaluate('new Promise((done) => setTimeout(done, 500))');
    expect([verbs(), bench.double.created]).toEqual([[], []]);
    respond();
    await expect.poll(verbs).toEqual(['POST /annotations']);
  });

  test('confirms the candidate of a comment whose element moved', async () => {
    const domFingerprint = { selector: '.intro', xpath: '/html/body/p', text: 'Closed on Mondays' };
    bench.double.annotations = [annotation({ domFingerprint, metadata: { offset: { x: 0.2, y: 0.4 } } })];
    const overlay = await asMember();
    await overlay.see('.badge.warn');
    await overlay.click('.badge');
    expect(await overlay.text('.drawer h3')).toContain('Perhaps moved');
    await overlay.page.waitForNetworkIdle({ idleTime: 100, concurrency: 1 });
    await overlay.click('.drawer .row');
    expect(await overlay.text('.place')).toContain('Is it here?');
    expect(await overlay.text('.outline-caption')).toMatch(/^Place 1 of \d/);
    bench.double.rejection = { status: 401, message: 'Expired' };
    await overlay.click('.place .primary');
    expect(await overlay.text('.toast')).toBe('Your login has ended. Log in again and send it then. Expired');
    bench.double.rejection = null;
    await overlay.click('.place .primary');
    await expect.poll(verbs).toEqual(['POST /annotations/:id/rebind']);
    expect(bench.double.calls[0]?.body).toMatchObject({
      domFingerprint: { tag: 'p', text: 'Baked every morning', offset: { x: 0.2, y: 0.4 } },
    });
    await overlay.see('.pin');
    await overlay.until(`${ROOT}.querySelector('.toast').textContent.includes('has its place again')`);
  });

  test('hears which candidate is shown, and confirms it after the page was re-rendered', async () => {
    const domFingerprint = { selector: '.intro', xpath: '/html/body/p', text: 'Closed on Mondays' };
    bench.double.annotations = [annotation({ domFingerprint })];
    const overlay = await asMember();
    await overlay.see('.badge.warn');
    await overlay.click('.badge');
    await overlay.page.waitForNetworkIdle({ idleTime: 100, concurrency: 1 });
    await overlay.click('.drawer .row');
    expect(await overlay.text('.outline-caption')).toMatch(/^Place 1 of \d/);
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.voice').textContent`)).toMatch(
      /^Place 1 of \d: p · Baked every morning/,
    );
    await overlay.page.evaluate(
      "window.before = document.querySelector('.intro'); before.replaceWith(before.cloneNode(true))",
    );
    await overlay.page.evaluate('new Promise((done) => setTimeout(done, 2_000))');
    await overlay.click('.place .primary');
    await expect.poll(verbs).toEqual(['POST /annotations/:id/rebind']);
    // The description of a detached element would be empty.
    expect(bench.double.calls[0]?.body).toMatchObject({
      domFingerprint: { xpath: '/html/body/p', text: 'Baked every morning', traits: { classes: 'intro' } },
    });
  });

  test('picks a new element for an orphaned comment', async () => {
    bench.double.annotations = [
      annotation({
        domFingerprint: { selector: '#banner', xpath: '/html/body/aside/i', text: 'Nothing like it anywhere' },
      }),
    ];
    const overlay = await asMember();
    await overlay.click('.badge.warn');
    await overlay.page.waitForNetworkIdle({ idleTime: 100, concurrency: 1 });
    await overlay.click('.drawer .row');
    await overlay.click('.place .choose');
    await overlay.see('.sheet');
    const box = await (await overlay.page.$('h1'))?.boundingBox();
    await overlay.page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 4, (box?.y ?? 0) + 10);
    await overlay.see('.pin');
    expect(bench.double.calls[0]?.body).toMatchObject({ domFingerprint: { tag: 'h1', text: 'Fresh bread' } });
    expect(await overlay.distance('.pin', 'h1')).toBeLessThan(3);
  });

  test('draws a new area for a comment', async () => {
    const area = { x: 0.9, y: 0.9, width: 0.1, height: 0.1 };
    bench.double.annotations = [
      annotation({
        domFingerprint: { selector: '#banner', xpath: '/html/body/aside/i', text: 'Nothing like it anywhere' },
        metadata: { area, offset: { x: 0.9, y: 0.9 } },
      }),
    ];
    const photo = '<div id="photo" style="margin:40px;width:400px;height:300px;background:#ddd"></div>';
    const overlay = await asMember(photo + BODY);
    await overlay.click('.badge.warn');
    await overlay.page.waitForNetworkIdle({ idleTime: 100, concurrency: 1 });
    await overlay.click('.drawer .row');
    await overlay.click('.place .choose');
    await overlay.see('.sheet');
    const { x = 0, y = 0 } = (await (await overlay.page.$('#photo'))?.boundingBox()) ?? {};
    const { mouse } = overlay.page;
    await mouse.move(x + 100, y + 60);
    await mouse.down();
    await mouse.move(x + 300, y + 240, { steps: 3 });
    await mouse.up();
    await overlay.see('.pin');
    const sent = bench.double.calls[0]?.body as { domFingerprint?: { area?: typeof area } };
    expect(sent.domFingerprint?.area).toEqual({ x: 0.25, y: 0.2, width: 0.5, height: 0.6 });
    expect(await overlay.distance('.pin', '#photo', 0.75, 0.2)).toBeLessThan(3);
  });
});

describe.each([
  ['a viewer', 'viewer', 'member-token'],
  ['an invalid token', 'owner', 'stale'],
])('%s', (_name, role, accessToken) => {
  test('can only read, like a visitor', async () => {
    bench.double.annotations = [introAnnotation()];
    bench.double.role = role;
    const overlay = await bench.show(configuredWith(bench, { accessToken }));
    await openThread(overlay);
    await overlay.see('.dialog .thread');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.reply')`)).toBeNull();
  });
});
