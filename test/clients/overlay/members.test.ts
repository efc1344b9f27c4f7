import { describe, expect, test } from 'vitest';
import { configuredWith, introAnnotation, ROOT, SCRIPT, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();

const asMember = (accessToken = 'member-token') => bench.show(configuredWith(bench, { accessToken }));
const verbs = () => bench.double.calls.map(({ method, path }) => `${method} ${path}`);
const created = () => bench.double.created.map(({ body }) => body.content);

describe('a member with the page’s access token', () => {
  test('comments under their own name', async () => {
    const overlay = await asMember();
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

  test('is not treated as a visitor while the service fails', async () => {
    bench.double.memberStatus = 503;
    const overlay = await asMember();
    await overlay.choose('h1');
    await overlay.write('As myself');
    expect(await overlay.text('.problem')).toContain('sent automatically');
    bench.double.memberStatus = 201;
    await overlay.page.evaluate("dispatchEvent(new Event('online'))");
    await overlay.see('.pin');
    expect(created()).toEqual([]);
    expect(new Set(bench.double.keys).size).toBe(1);
  });

  test('is not treated as a visitor while the page’s token function fails', async () => {
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
    await overlay.choose('h1');
    await overlay.write('As myself');
    expect(await overlay.text('.dialog .problem')).toContain('sent automatically');
    await overlay.page.evaluate("window.isAway = false; dispatchEvent(new Event('online'))");
    await expect.poll(verbs).toEqual(['POST /annotations']);
    expect(created()).toEqual([]);
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
    expect(created()).toEqual([]);
  });

  test('whose login has ended is told so, and keeps the text', async () => {
    const overlay = await asMember();
    await overlay.choose('h1');
    bench.double.rejection = { status: 401, message: 'Expired' };
    await overlay.write('As myself');
    expect(await overlay.text('.problem')).toContain('Log in and send it again.');
    expect(created()).toEqual([]);
    expect(await (await overlay.see('textarea')).evaluate((field) => (field as HTMLTextAreaElement).value)).toBe(
      'As myself',
    );
  });

  test.each([403, 404])('who may not create comments writes as a visitor: %i', async (status) => {
    bench.double.memberStatus = status;
    const overlay = await asMember();
    await overlay.choose('h1');
    await overlay.write('As a guest');
    await overlay.see('.pin');
    expect(created()).toEqual(['As a guest']);
  });

  test('sees the threads of visitors where the panel cannot be loaded, and hears why', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await asMember();
    await overlay.page.evaluate(
      'window.setTimeout = ((wait) => (work, ms) => wait(work, ms === 20_000 ? 50 : ms))(setTimeout)',
    );
    await overlay.click('.pin');
    await overlay.until(`${ROOT}.querySelector('.toast').textContent.includes('panel cannot load')`);
    await overlay.click('.pin');
    await overlay.see('.dialog .thread');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.reply')`)).toBeNull();
  });
});
