import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { violations } from '../../support/axe.ts';
import { launchBrowser } from '../../support/browser.ts';
import { rest } from '../../support/client.ts';
import { PASSWORD, type TestUser } from '../../support/factories.ts';
import type { TestApp } from '../../support/test-app.ts';

/** Time in which a screen appears on a busy machine, milliseconds. */
const TIMEOUT = 60_000;
/** Time between two looks at a page, milliseconds. Each look lays the page out. */
const INTERVAL = 100;

/** Attributes of the cookie that the service sets. */
const COOKIE = { path: '/auth/session', httpOnly: true, sameSite: 'Strict', secure: false } as const;

/** A tab with the dashboard. */
export interface DashboardPage {
  page: Page;
  /** Errors and warnings of the console, and uncaught errors. */
  problems: string[];
  /** Opens a path of the dashboard, such as `/login`. */
  open(path: string): Promise<void>;
  /** Waits for an element by its accessible name and role, and clicks it. */
  click(role: string, name: string): Promise<void>;
  /** Types into the field with this label. */
  type(label: string, text: string): Promise<void>;
  /** Waits until the page contains the text. */
  see(text: string): Promise<void>;
  /** Waits until the page does not contain the text. */
  seeNot(text: string): Promise<void>;
  /** Violations that axe finds, with the elements. */
  violations(): Promise<string[]>;
}

/** Starts a browser for the tests of a file. Each test opens tabs in contexts of their own. */
export function useDashboard(app: Pick<TestApp, 'url'>) {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(() => browser.close());

  async function newPage({ width = 1440, height = 900 } = {}): Promise<DashboardPage> {
    const context = await browser.createBrowserContext();
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    await page.setViewport({ width, height });
    const problems: string[] = [];
    page.on('console', (message) => {
      const isExpected = message.location().url?.endsWith('/auth/session/refresh');
      if (!isExpected && ['error', 'warn'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    const contains = (text: string) =>
      page.evaluate((expected) => document.body.innerText.includes(expected), text).catch(() => false);
    /** `page.waitForSelector` would look for an accessible name in every frame. */
    const found = (selector: string) =>
      vi.waitUntil(() => page.$(selector).catch(() => null), { timeout: TIMEOUT, interval: INTERVAL });
    return {
      page,
      problems,
      open: async (path) => {
        await page.goto(`${app.url}/app${path}`);
      },
      click: async (role, name) => {
        const selector = `::-p-aria([name="${name}"][role="${role}"])`;
        await found(selector);
        await page.locator(selector).click();
      },
      type: async (label, text) => {
        const field = await found(`::-p-aria(${label})`);
        await field.type(text);
      },
      see: async (text) => {
        await vi.waitUntil(() => contains(text), { timeout: TIMEOUT, interval: INTERVAL });
      },
      seeNot: async (text) => {
        await vi.waitUntil(async () => !(await contains(text)), { timeout: TIMEOUT, interval: INTERVAL });
      },
      violations: () => violations(page),
    };
  }

  return {
    newPage,
    /** Opens a tab with a session of a user. */
    async logIn(user: TestUser, path: string, size?: { width: number; height: number }): Promise<DashboardPage> {
      const dashboard = await newPage(size);
      const { headers } = await rest(app, 'POST', '/auth/session/start', {
        body: { email: user.email, password: PASSWORD },
        headers: { origin: app.url, 'user-agent': await browser.userAgent() },
      });
      const [, name = '', value = ''] = /^(\w+)=([\w-]+);/.exec(headers.get('set-cookie') ?? '') ?? [];
      const { hostname: domain } = new URL(app.url);
      await dashboard.page.browserContext().setCookie({ name, value, domain, ...COOKIE });
      await dashboard.open(path);
      await dashboard.page.waitForSelector('nav');
      return dashboard;
    },
    /** Opens a tab and logs a user in by the form, which leads to the path. */
    async logInByForm(user: TestUser, path: string): Promise<DashboardPage> {
      const dashboard = await newPage();
      await dashboard.open(`/login?next=${encodeURIComponent(path)}`);
      await dashboard.type('E-mail', user.email);
      await dashboard.type('Password', PASSWORD);
      await dashboard.page.keyboard.press('Enter');
      await dashboard.page.waitForSelector('nav');
      return dashboard;
    },
  };
}
