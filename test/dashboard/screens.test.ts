// Cost: about 6 min: the demo with its history, and every screen on a desk and a phone, in both
// themes.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { idsOnScreen } from '../support/shown-ids.ts';
import { openScreen, resize, SCREENS, type Screen } from './support/screens.ts';
import { type ShownDemo, startShownDemo } from './support/shown-demo.ts';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Rules whose results differ between themes of the same layout. All rules check the dark phone. */
const COLORS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
/** Cumulative layout shift; browsers' makers call 0.1 good. */
const SHIFT = 0.05;

/** Components that frame others or lead to another screen. */
const WITHOUT_CONTENT = [
  'Shell',
  'Start',
  'FindAnnotation',
  'Compare',
  'NoComment',
  'ProjectSettings',
  'OrganizationSettings',
  'AccountSettings',
  'InstallationSettings',
];

interface Tab {
  page: Page;
  /** Errors and warnings of the console, and uncaught errors. */
  problems: string[];
  /** Requests to other origins. */
  foreign: string[];
}

let demo: ShownDemo;
let browser: Browser;
let member: Tab;
let stranger: Tab;
beforeAll(async () => {
  demo = await startShownDemo();
  browser = await launchBrowser();
  [member, stranger] = [await openTab(), await openTab()];
  await demo.logIn(member.page);
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

async function openTab(): Promise<Tab> {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(60_000);
  const [problems, foreign]: [string[], string[]] = [[], []];
  page.on('console', (message) => {
    const isExpected = message.location().url?.endsWith('/auth/session/refresh');
    if (!isExpected && ['error', 'warn'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${demo.url}/`)) foreign.push(request.url());
  });
  await page.evaluateOnNewDocument(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts, shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Element; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        };
        if (hadRecentInput) continue;
        const textOf = ({ x, y, width, height }: DOMRectReadOnly) => `${width}×${height} at ${x},${y}`;
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName}.${node?.className} from ${textOf(previousRect)} to ${textOf(currentRect)}`,
        );
        shifts.push(`${value.toFixed(3)} in ${innerWidth}×${innerHeight}: ${moved.join(', ')}`);
        Object.assign(globalThis, { shift: (globalThis as unknown as { shift: number }).shift + value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { page, problems, foreign };
}

const theme = (page: Page, value: 'light' | 'dark') =>
  page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

test('every route has its screen here', () => {
  const sources = ['routes.tsx', 'settings-routes.ts', 'shell-route.tsx'].map((name) =>
    readFileSync(`clients/dashboard/${name}`, 'utf8'),
  );
  const routed = sources.flatMap((source) =>
    [...source.matchAll(/lazyScreen\(\(\) => import\('[^']+'\), '(\w+)'\)/g)].map(([, component]) => component),
  );
  expect(routed.length).toBeGreaterThan(40);
  const shown = SCREENS.map(({ component }) => component);
  expect([...new Set([...shown, ...WITHOUT_CONTENT])].sort()).toEqual([...new Set(routed)].sort());
});

test.each(SCREENS)(
  '$name: nothing moves while it loads, no UUID, no violation in both themes, nothing wider than a phone',
  async (screen: Screen) => {
    const { page, problems, foreign } = screen.isPublic ? stranger : member;
    problems.length = 0;
    await page.setViewport(DESK);
    await theme(page, 'light');
    await openScreen(page, demo, screen);
    const { shift, shifts } = await page.evaluate(() => {
      const seen = globalThis as unknown as { shift: number; shifts: string[] };
      return { shift: seen.shift, shifts: seen.shifts };
    });
    expect(shift, shifts.join('\n')).toBeLessThanOrEqual(SHIFT);
    expect(await idsOnScreen(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await theme(page, 'dark');
    expect(await violations(page, undefined, COLORS)).toEqual([]);
    await resize(page, PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(await violations(page)).toEqual([]);
    expect({ problems, foreign }).toEqual({ problems: [], foreign: [] });
  },
);
