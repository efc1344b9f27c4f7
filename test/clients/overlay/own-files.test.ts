// Cost: about 20 s: eight pages in a real browser.
import { describe, expect, test } from 'vitest';
import { configuredWith, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();
const names = ({ page }: OverlayPage) =>
  page.evaluate(`Array.from(${ROOT}.querySelectorAll('.file'), ({ textContent }) => textContent)`);
const uploaded = () => [...bench.double.uploads].map(([name, bytes]) => [name, bytes.toString()]);

/** Pastes or drops files as a person does; returns whether the browser's action was prevented. */
const give = ({ page }: OverlayPage, event: 'drop' | 'paste', files: Record<string, string>, text = '') =>
  page.evaluate(
    (root, type, entries, words) => {
      const data = new DataTransfer();
      for (const [name, mime] of entries) data.items.add(new File([`bytes of ${name}`], name, { type: mime }));
      if (words) data.setData('text/plain', words);
      const field = new Function(`return ${root}.querySelector('textarea')`)() as HTMLElement;
      const options = { bubbles: true, cancelable: true, composed: true };
      return !field.dispatchEvent(
        type === 'drop'
          ? new DragEvent(type, { ...options, dataTransfer: data })
          : new ClipboardEvent(type, { ...options, clipboardData: data }),
      );
    },
    ROOT,
    event,
    Object.entries(files),
    text,
  );

async function openForm(options: Record<string, unknown> = {}): Promise<OverlayPage> {
  const overlay = await bench.show(configuredWith(bench, options));
  await overlay.choose('h1');
  return overlay;
}

describe('own files', () => {
  test('are chosen by the button, listed, removed, and sent with the comment', async () => {
    const overlay = await openForm();
    const input = await overlay.page.waitForSelector('svc-overlay >>> input[type=file]');
    await input?.evaluate((field) => {
      const data = new DataTransfer();
      for (const name of ['a.png', 'b.log']) {
        data.items.add(new File([`bytes of ${name}`], name, { type: name === 'a.png' ? 'image/png' : '' }));
      }
      (field as HTMLInputElement).files = data.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await give(overlay, 'drop', { 'c.pdf': 'application/pdf' });
    expect(await names(overlay)).toEqual(['a.png ✕', 'b.log ✕', 'c.pdf ✕']);
    await overlay.click('.file[aria-label="Delete: c.pdf"]');
    expect(await overlay.page.evaluate(`${ROOT}.activeElement.textContent`)).toBe('Add files');
    await overlay.write('See the files');
    await overlay.unsee('form');
    expect(uploaded()).toEqual([
      ['a.png', 'bytes of a.png'],
      ['b.log', 'bytes of b.log'],
    ]);
    const [annotation] = bench.double.annotations;
    const by = `pbv_${String(annotation?.id)}`;
    expect([...bench.double.announced.values()]).toEqual([
      { name: 'a.png', contentType: 'image/png', annotationId: annotation?.id, by },
      { name: 'b.log', contentType: 'text/plain', annotationId: annotation?.id, by },
    ]);
    expect(await overlay.text('.toast')).toBe('Comment sent');
  });

  test('are pasted and dropped, without reaching the page; text that comes with its picture is pasted as text', async () => {
    const overlay = await openForm();
    await overlay.page.evaluate(
      "for (const type of ['drop', 'paste']) addEventListener(type, () => document.title = type)",
    );
    expect(await give(overlay, 'paste', { 'image.png': 'image/png' })).toBe(true);
    expect(await give(overlay, 'drop', { 'photo.jpg': 'image/jpeg' })).toBe(true);
    expect(await give(overlay, 'paste', { 'word.png': 'image/png' }, 'Words')).toBe(false);
    expect(await names(overlay)).toEqual(['image.png ✕', 'photo.jpg ✕']);
    expect(await overlay.page.title()).not.toMatch(/drop|paste/);
  });

  test.each([
    ['of another type', { 'movie.mp4': 'video/mp4' }],
    ['that is the eleventh', Object.fromEntries(Array.from('abcdefghijk', (name) => [`${name}.png`, 'image/png']))],
  ])('a file %s is refused with the reason', async (_name, files) => {
    const overlay = await openForm();
    await give(overlay, 'drop', files);
    expect(await overlay.text('.problem')).toBe('Pictures, PDF and text, up to ten files of 10 MB each.');
    expect(await names(overlay)).toHaveLength(Object.keys(files).length - 1);
  });

  test('that the service rejects are named; the comment is sent without them', async () => {
    bench.double.uploadStatus = 400;
    const overlay = await openForm();
    await give(overlay, 'drop', { 'fake.png': 'image/png' });
    await overlay.write('A file');
    expect(await overlay.text('.toast')).toBe('Comment sent. Rejected: fake.png');
    await overlay.see('.pin');
    expect(bench.double.created).toHaveLength(1);
  });

  test('wait with the comment while the upload fails, and are sent once', async () => {
    bench.double.uploadStatus = 503;
    const overlay = await openForm();
    await give(overlay, 'drop', { 'a.png': 'image/png' });
    await overlay.write('A file');
    await overlay.see('.problem');
    bench.double.uploadStatus = 200;
    await overlay.click('.primary');
    await overlay.unsee('form');
    expect(uploaded()).toEqual([['a.png', 'bytes of a.png']]);
    expect(new Set(bench.double.keys).size).toBe(1);
  });

  test('stay with the draft of a closed form', async () => {
    const overlay = await openForm();
    await give(overlay, 'drop', { 'a.png': 'image/png' });
    await (await overlay.see('textarea')).type('Later');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('form');
    await overlay.choose('h1');
    expect(await names(overlay)).toEqual(['a.png ✕']);
  });

  test('of a member are attached with the access token', async () => {
    const overlay = await openForm({ accessToken: 'member-token' });
    await give(overlay, 'drop', { 'a.png': 'image/png' });
    await overlay.write('A file');
    await overlay.unsee('form');
    expect([...bench.double.announced.values()]).toMatchObject([{ name: 'a.png', by: 'Bearer member-token' }]);
  });
});
