import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { PASSWORD, type TestUser } from '../../support/factories.ts';
import type { TestApp } from '../../support/test-app.ts';

/** Time in which a screen appears on a busy machine, milliseconds. */
const TIMEOUT = 60_000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
    return {
      page,
      problems,
      open: async (path) => {
        await page.goto(`${app.url}/app${path}`);
      },
      click: async (role, name) => {
        await page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
      },
      type: async (label, text) => {
        const field = await page.waitForSelector(`::-p-aria(${label})`);
        await field?.type(text);
      },
      see: async (text) => {
        await vi.waitUntil(() => contains(text), { timeout: TIMEOUT });
      },
      seeNot: async (text) => {
        await vi.waitUntil(async () => !(await contains(text)), { timeout: TIMEOUT });
      },
      violations: async () => {
        await page.evaluate(AXE);
        const found = await page.evaluate('axe.run().then(({ violations }) => violations)');
        return (found as { id: string; nodes: { html: string }[] }[]).flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${id}: ${html}`),
        );
      },
    };
  }

  return {
    newPage,
    /** Opens a tab and logs a user in. */
    async logIn(user: TestUser, path: string, size?: { width: number; height: number }): Promise<DashboardPage> {
      const dashboard = await newPage(size);
      await dashboard.open(`/login?next=${encodeURIComponent(path)}`);
      await dashboard.type('E-mail', user.email);
      await dashboard.type('Password', PASSWORD);
      await dashboard.page.keyboard.press('Enter');
      await dashboard.page.waitForSelector('nav');
      return dashboard;
    },
  };
}
