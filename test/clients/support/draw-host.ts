import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Frame, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { drawFrameHeaders } from '../../../src/pages/draw-frame.ts';
import { launchBrowser } from '../../support/browser.ts';
import { bundleDrawFrame } from '../../support/client-bundle.ts';

/** A picture as the frame returned it. */
export interface Result {
  type: string;
  bytes: Buffer;
}

/** A page of another origin with the frame. */
export interface DrawPage {
  page: Page;
  frame: Frame;
  /** Waits for what the frame returns; null if nothing was changed. */
  result(): Promise<Result | null>;
  /** Drags from one point of the picture to another, as fractions of its size. */
  drag(from: readonly [number, number], to: readonly [number, number]): Promise<void>;
  tool(name: string): Promise<void>;
}

interface Options {
  /** Statements that return the picture; by default a canvas of 480 by 280 pixels with words. */
  picture?: string;
  limit?: number;
  language?: string;
  isDark?: boolean;
  width?: number;
  isTouch?: boolean;
}

/** Statements that return a white picture with black words. */
const WORDS = `const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [480, 280];
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 480, 280);
  context.fillStyle = '#000';
  context.font = '40px sans-serif';
  context.fillText('Secret 4711', 40, 150);
  return createImageBitmap(canvas);`;

/** Starts a browser, the service's origin with the frame, and another origin with its host. */
export function useDrawHost() {
  let browser: Browser;
  let servers: Server[];
  let service = '';
  let site = '';
  beforeAll(async () => {
    const html = await bundleDrawFrame();
    const frame = await serve(html, drawFrameHeaders(html));
    const host = await serve(
      '<!doctype html><meta name="viewport" content="width=device-width"><title>Host</title><body></body>',
    );
    browser = await launchBrowser();
    [servers, service, site] = [[frame, host], `${originOf(frame)}/overlay/draw`, originOf(host)];
  });
  afterEach(async () => {
    for (const page of await browser.pages()) await page.close();
  });
  afterAll(async () => {
    await browser.close();
    for (const server of servers) server.close();
  });

  async function newPage({ width = 1_280, isTouch = false }: Options = {}): Promise<Page> {
    const page = await browser.newPage();
    await page.setViewport({ width, height: 700, hasTouch: isTouch, isMobile: isTouch });
    await page.goto(site);
    return page;
  }

  return {
    newPage,
    get service() {
      return service;
    },
    get site() {
      return site;
    },
    /** Opens the frame and gives it a picture. */
    async open(options: Options = {}): Promise<DrawPage> {
      const { picture = WORDS, limit = 6_000, language = 'en', isDark = false } = options;
      const page = await newPage(options);
      await page.evaluate(`(async () => {
        const picture = await (async () => { ${picture} })();
        const frame = document.createElement('iframe');
        frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0';
        const origin = new URL(${JSON.stringify(service)}).origin;
        addEventListener('message', ({ source, origin: sender, data }) => {
          if (source !== frame.contentWindow || sender !== origin) return;
          const task = { draw: 'open', picture, limit: ${limit} };
          if (data.draw === 'ready') frame.contentWindow.postMessage(task, origin);
          else window.returned = data;
        });
        frame.src = ${JSON.stringify(`${service}#${language} root ${isDark ? 'dark' : ''}`)};
        document.body.append(frame);
      })()`);
      const element = await page.waitForSelector('iframe');
      const frame = await element?.contentFrame();
      if (!frame) throw new Error('There is no frame');
      await frame.waitForSelector('#done', { visible: true });
      const point = async ([x, y]: readonly [number, number]) => {
        const box = await (await frame.$('#picture'))?.boundingBox();
        if (!box) throw new Error('The picture has no box');
        return [box.x + x * box.width, box.y + y * box.height] as const;
      };
      return {
        page,
        frame,
        async result() {
          await page.waitForFunction('window.returned');
          const returned = await page.evaluate(`(async () => {
            const { picture = null } = window.returned;
            return picture && { type: picture.type, bytes: Array.from(new Uint8Array(await picture.arrayBuffer())) };
          })()`);
          const { type, bytes } = (returned ?? {}) as { type?: string; bytes?: number[] };
          return type && bytes ? { type, bytes: Buffer.from(bytes) } : null;
        },
        async drag(from, to) {
          const [start, end] = [await point(from), await point(to)];
          if (options.isTouch) {
            const touch = await page.touchscreen.touchStart(...start);
            await touch.move(...end);
            await touch.end();
            return;
          }
          await page.mouse.move(...start);
          await page.mouse.down();
          await page.mouse.move(...end, { steps: 3 });
          await page.mouse.up();
        },
        tool: async (name) => {
          await (await frame.waitForSelector(`[data-name=${name}]`))?.click();
        },
      };
    },
  };
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function serve(html: string, headers: Record<string, string> = {}): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
