// Cost: about 15 s, one browser.
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../clients/dashboard/i18n/languages.ts';
import { violations } from '../../support/axe.ts';
import { bundleModules } from '../../support/client-bundle.ts';
import { type Result, useDrawHost } from '../support/draw-host.ts';

const host = useDrawHost();
const { open, newPage } = host;

/** Decodes a picture: its size, and red, green and blue of a pixel at fractions of it. */
async function read(result: Result | null) {
  if (!result) throw new Error('No picture was returned');
  const { data, info } = await sharp(result.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const i = 3 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width));
    return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0] as const;
  };
  let [red, dark] = [0, 0];
  for (let i = 0; i < data.length; i += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(i, i + 3);
    if (r > 160 && g < 110 && b < 120) red++;
    if (r + g + b < 150) dark++;
  }
  return { width: info.width, height: info.height, at, red, dark };
}

describe('drawing', () => {
  test.each(['arrow', 'rectangle'])('by pointer: %s', async (name) => {
    const { tool, drag, frame, result } = await open();
    await tool(name);
    await drag([0.2, 0.2], [0.8, 0.8]);
    await (await frame.$('#done'))?.click();
    const returned = await result();
    expect(returned?.type).toBe('image/webp');
    expect(returned?.bytes.length).toBeLessThanOrEqual(6_000);
    const picture = await read(returned);
    expect(picture.red).toBeGreaterThan(300);
    expect(picture.dark).toBeGreaterThan(300);
  });

  test('by pointer, with the pen, in a chosen color, in the resolution of the picture', async () => {
    const { tool, drag, frame, result } = await open({ limit: 100_000 });
    await tool('pen');
    await (await frame.$('[data-color=blue]'))?.click();
    await drag([0.1, 0.2], [0.9, 0.2]);
    await (await frame.$('#done'))?.click();
    const picture = await read(await result());
    expect([picture.width, picture.height]).toEqual([480, 280]);
    const [red, , blue] = picture.at(0.5, 0.2);
    expect(blue).toBeGreaterThan(red + 80);
    expect(picture.red).toBe(0);
  });

  test('words: typed where the picture was clicked, and removed by undo', async () => {
    const { page, tool, drag, frame, result } = await open();
    await tool('text');
    await drag([0.1, 0.1], [0.1, 0.1]);
    await frame.waitForSelector('#words', { visible: true });
    await page.keyboard.type('Too dear');
    await page.keyboard.press('Enter');
    await drag([0.1, 0.8], [0.1, 0.8]);
    await page.keyboard.type('Not this');
    await page.keyboard.press('Escape');
    expect(await frame.$eval('#words', (field) => (field as HTMLElement).hidden)).toBe(true);
    await page.keyboard.press('Enter');
    expect((await read(await result())).red).toBeGreaterThan(100);
  });

  test('a crop is all that is returned', async () => {
    const { page, tool, drag, result } = await open();
    await tool('crop');
    await drag([0, 0], [0.5, 0.25]);
    await page.keyboard.press('Enter');
    const picture = await read(await result());
    expect([picture.width, picture.height]).toEqual([240, 70]);
    expect(picture.dark).toBe(0);
  });

  test('undo takes back each step; without any, nothing is returned', async () => {
    const { page, tool, drag, frame, result } = await open();
    await drag([0.2, 0.2], [0.8, 0.8]);
    await tool('crop');
    await drag([0, 0], [0.5, 0.5]);
    const width = () => frame.$eval('canvas', (canvas) => canvas.width);
    expect(await width()).toBe(240);
    await (await frame.$('#undo'))?.click();
    expect(await width()).toBe(480);
    await page.keyboard.down('Control');
    await page.keyboard.press('z');
    await page.keyboard.up('Control');
    expect(await frame.$eval('#undo', (button) => (button as HTMLButtonElement).disabled)).toBe(true);
    await (await frame.$('#done'))?.click();
    expect(await result()).toBeNull();
  });

  test('by keyboard alone: a shape is moved, sized and placed, and Enter ends', async () => {
    const { page, frame, result } = await open();
    expect(await frame.evaluate('document.activeElement.id')).toBe('picture');
    // The button to undo is disabled, so the colors and the tools are next before the picture.
    await page.keyboard.down('Shift');
    for (let i = 0; i < 8; i++) await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    await page.keyboard.press('Enter');
    expect(await frame.$eval('[aria-pressed=true]', (button) => button.textContent)).toBe('Box');
    for (let i = 0; i < 8; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.up('Shift');
    await page.keyboard.press('Enter');
    expect(await frame.$eval('#status', (status) => status.textContent)).toBe('Box');
    await page.keyboard.press('Enter');
    expect((await read(await result())).red).toBeGreaterThan(200);
  });

  test('Escape drops the shape that is drawn, then cancels', async () => {
    const { page, drag, result } = await open();
    await drag([0.2, 0.2], [0.8, 0.8]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('window.returned')).toBeUndefined();
    await page.keyboard.press('Escape');
    expect(await result()).toBeNull();
  });

  test('by touch at 390 pixels, where every button is visible and 44 pixels high', async () => {
    const { page, tool, drag, frame, result } = await open({ width: 390, isTouch: true });
    const boxes = await frame.$$eval('button', (buttons) =>
      buttons.map((button) => button.getBoundingClientRect().toJSON()),
    );
    expect(boxes).toHaveLength(13);
    for (const { left, right, height } of boxes) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
      expect(height).toBeGreaterThanOrEqual(44);
    }
    await tool('rectangle');
    await drag([0.2, 0.2], [0.8, 0.8]);
    await (await frame.$('#done'))?.tap();
    expect((await read(await result())).red).toBeGreaterThan(200);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});

describe('blurred areas', () => {
  test('contain no words', async () => {
    const { page, tool, drag, result } = await open();
    await tool('blur');
    await drag([0, 0.3], [1, 0.7]);
    await page.keyboard.press('Enter');
    const picture = await read(await result());
    expect(picture.dark).toBe(0);
    expect(picture.at(0.5, 0.1)).toEqual([255, 255, 255]);
  });

  test('are the same for different words of the same lightness', async () => {
    const page = await newPage();
    await page.evaluate(await bundleModules(['draw/hide.ts'], 'drawn'));
    const hidden = (paint: string) =>
      page.evaluate(`(() => {
        const context = Object.assign(document.createElement('canvas'), { width: 64, height: 32 }).getContext('2d');
        context.fillStyle = '#fff';
        context.fillRect(0, 0, 64, 32);
        context.fillStyle = '#000';
        ${paint}
        drawn.hide(context, { x: 0, y: 0, width: 64, height: 32 }, 7);
        return context.getImageData(0, 0, 64, 32).data.join();
      })()`) as Promise<string>;
    const first = await hidden('context.fillRect(0, 0, 8, 32)');
    expect(await hidden('context.fillRect(40, 0, 16, 16)')).toBe(first);
    expect(await hidden('context.fillRect(40, 0, 32, 32)')).not.toBe(first);
  });
});

describe('files', () => {
  test('lose everything but their pixels', async () => {
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#7a9' } })
      .withExif({ IFD0: { Copyright: 'Ada in Vienna' } })
      .jpeg()
      .toBuffer();
    expect(photo.includes('Ada in Vienna')).toBe(true);
    const { page, drag, result } = await open({
      picture: `return new File([new Uint8Array(${JSON.stringify([...photo])})], 'a.jpg', { type: 'image/jpeg' })`,
      limit: 10_000_000,
    });
    await drag([0.2, 0.2], [0.8, 0.8]);
    await page.keyboard.press('Enter');
    const returned = await result();
    expect(returned?.type).toBe('image/jpeg');
    expect(returned?.bytes.includes('Ada in Vienna')).toBe(false);
    expect(await read(returned)).toMatchObject({ width: 600, height: 400 });
  });

  test('that are not pictures are returned as unchanged', async () => {
    const page = await newPage();
    const returned = await page.evaluate(`new Promise((resolve) => {
      const frame = document.createElement('iframe');
      addEventListener('message', ({ data }) => {
        if (data.draw === 'done') resolve(data.picture ?? null);
        const picture = new Blob(['no picture'], { type: 'image/png' });
        const task = { draw: 'open', picture, limit: 6000 };
        if (data.draw === 'ready') frame.contentWindow.postMessage(task, '*');
      });
      frame.src = ${JSON.stringify(host.service)};
      document.body.append(frame);
    })`);
    expect(returned).toBeNull();
  });
});

describe('messages', () => {
  test.each([
    ['of unknown kind', "{ draw: 'show', picture, limit: 6000 }"],
    ['with other members', "{ draw: 'open', picture, limit: 6000, url: '/' }"],
    ['without a picture', "{ draw: 'open', picture: 'data:', limit: 6000 }"],
    ['without a limit', "{ draw: 'open', picture }"],
  ])('%s are ignored', async (_name, message) => {
    const page = await newPage();
    await page.evaluate(`(async () => {
      const picture = await createImageBitmap(new ImageData(10, 10));
      const frame = document.createElement('iframe');
      await new Promise((resolve) => {
        addEventListener('message', resolve, { once: true });
        frame.src = ${JSON.stringify(host.service)};
        document.body.append(frame);
      });
      frame.contentWindow.postMessage(${message}, '*');
      // A message is a task: after a second one, the first was handled.
      const second = await createImageBitmap(new ImageData(20, 10));
      frame.contentWindow.postMessage({ draw: 'open', picture: second, limit: 6000 }, '*');
    })()`);
    const frame = await (await page.waitForSelector('iframe'))?.contentFrame();
    await frame?.waitForSelector('#done', { visible: true });
    expect(await frame?.$eval('canvas', ({ width }) => width)).toBe(20);
  });

  test('of other windows are ignored, and those after the first', async () => {
    const page = await newPage();
    await page.evaluate(`(async () => {
      const picture = await createImageBitmap(new ImageData(10, 10));
      const frame = document.createElement('iframe');
      const other = document.createElement('iframe');
      document.body.append(other);
      await new Promise((resolve) => {
        addEventListener('message', resolve, { once: true });
        frame.src = ${JSON.stringify(host.service)};
        document.body.append(frame);
      });
      const task = async (width) => ({ draw: 'open', picture: await createImageBitmap(new ImageData(width, 10)), limit: 6000 });
      other.contentWindow.task = await task(20);
      other.contentWindow.eval('parent.frames[1].postMessage(task, "*")');
      frame.contentWindow.postMessage(await task(30), '*');
      frame.contentWindow.postMessage(await task(40), '*');
    })()`);
    const frame = page.frames().find((each) => each.url().startsWith(host.service));
    await frame?.waitForSelector('#done', { visible: true });
    expect(await frame?.$eval('canvas', ({ width }) => width)).toBe(30);
  });
});

test.each(
  Object.keys(LANGUAGES).flatMap((language) =>
    [1_280, 390].flatMap((width) => [false, true].map((isDark) => ({ language, isDark, width }))),
  ),
)('axe finds nothing, and everything fits: %o', async (options) => {
  const { frame } = await open(options);
  expect(await violations(frame)).toEqual([]);
  const isCut = await frame.$$eval('button', (buttons) =>
    buttons.filter((button) => button.scrollWidth > button.clientWidth).map((button) => button.textContent),
  );
  expect(isCut).toEqual([]);
  expect(await frame.evaluate('document.body.scrollWidth <= innerWidth')).toBe(true);
});
