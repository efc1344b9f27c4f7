import type { PreparedPage } from './prepared-page.ts';

/** Windows narrower than this are those of phones, which have a touch screen; CSS pixels. */
const PHONE_WIDTH = 600;
const TOUCH_POINTS = 5;
/** Processors that pages see, so that machines of different sizes take the same picture. */
const PROCESSORS = 4;
/** Memory that workers see, GiB, as pages do (clients/capture/device-memory.ts). */
const WORKER_MEMORY = `{
  const { prototype } = WorkerNavigator;
  const own = Object.getOwnPropertyDescriptor(prototype, 'deviceMemory');
  if (own) Object.defineProperty(prototype, 'deviceMemory', { ...own, get: () => 8 });
}`;

/**
 * Makes the browser say of itself what the browser of a visitor with this window would: its name
 * without "Headless", and touch on a phone. The pointer of a desktop and the language are arguments
 * of the browser.
 */
export async function resembleVisitor({ page, session }: PreparedPage, { width }: { width: number }): Promise<void> {
  const agent = await page.browser().userAgent();
  const [, fullVersion = '', version = ''] = /Chrome\/((\d+)[\d.]*)/.exec(agent) ?? [];
  const brands = (of: string) => [
    { brand: 'Chromium', version: of },
    { brand: 'Not_A Brand', version: '8' },
  ];
  const concurrency = { hardwareConcurrency: PROCESSORS };
  // A new worker runs nothing before it has answered these.
  page.on('workercreated', ({ client }) => {
    const ignore = () => undefined;
    client.send('Emulation.setHardwareConcurrencyOverride', concurrency).catch(ignore);
    client.send('Runtime.evaluate', { expression: WORKER_MEMORY }).catch(ignore);
  });
  const platform = /Windows|Mac OS X/.exec(agent)?.[0] ?? 'Linux';
  await Promise.all([
    page.setUserAgent({
      userAgent: agent.replace('Headless', ''),
      userAgentMetadata: {
        brands: brands(version),
        fullVersionList: brands(fullVersion),
        platform: platform === 'Mac OS X' ? 'macOS' : platform,
        platformVersion: '',
        architecture: process.arch === 'arm64' ? 'arm' : 'x86',
        model: '',
        mobile: false,
      },
    }),
    session.send('Emulation.setHardwareConcurrencyOverride', concurrency),
    session.send('Emulation.setTouchEmulationEnabled', { enabled: width < PHONE_WIDTH, maxTouchPoints: TOUCH_POINTS }),
  ]);
}
