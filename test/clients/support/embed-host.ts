import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { waitUntilCounted } from '../../support/collection.ts';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { type ScriptTimes, scriptTimes, TRACED } from './trace.ts';

/** A third-party page with the embed script of a real service. */
export interface HostPage {
  readonly page: Page;
  /** All console lines and uncaught errors of the page. */
  readonly consoleLines: string[];
  /** Paths of all requests of the script, retries included. */
  readonly sentPaths: string[];
  /** Names of the storage APIs that were used on the page. */
  touched(): Promise<string[]>;
  /** Times of the script on a traced page. Ends the trace. */
  scriptTimes(): Promise<ScriptTimes>;
}

export interface Host {
  head?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Omits the script. */
  without?: boolean;
  /** Traces the main thread; one page at a time. */
  traced?: boolean;
}

/** Fixtures of the embed tests: a browser and a service per file, a project per test. */
export interface EmbedHost {
  readonly app: TestApp;
  readonly owner: TestUser;
  readonly project: { id: string; projectKey: string };
  readonly browser: Browser;
  /** URL of the site without a trailing slash. */
  readonly site: string;
  /** The script element. */
  readonly script: string;
  show(host: Host, path?: string): Promise<HostPage>;
  /** Collected events in order of arrival. */
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  events(): Promise<any[]>;
  /** Page structures of the project, newest last. */
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  structures(): Promise<any[]>;
}

const COLLECTS = /^\/(v1\/collect|svc\/event)/;

/** Page code that records every access to cookies and storage. */
const INSTRUMENTS = `
  window.__touched = [];
  for (const [owner, name] of [[Document.prototype, 'cookie'], [window, 'localStorage'], [window, 'sessionStorage'], [window, 'indexedDB'], [window, 'caches'], [window, 'cookieStore']]) {
    const found = Object.getOwnPropertyDescriptor(owner, name);
    if (!found) continue;
    Object.defineProperty(owner, name, { ...found, configurable: true, get() { __touched.push(name); return found.get.call(this); } });
  }
`;

export function useEmbedHost(): EmbedHost {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const found = pages.get((request.url ?? '/').replace(/\?.*/, ''));
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...found?.headers });
    response.end(found?.html);
  });
  let browser: Browser;
  let app: TestApp;
  let owner: TestUser;
  let project: EmbedHost['project'];
  let site: string;
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    [browser, app] = await Promise.all([launchBrowser(), startTestApp()]);
    owner = await registerUser(app);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await Promise.all([browser?.close(), app?.close()]);
  });
  beforeEach(async () => {
    project = await createProject(app, owner);
  });
  afterEach(async () => {
    for (const page of await browser.pages()) await page.close();
  });

  const script = () => `<script src="${app.url}/embed.min.js" data-project-key="${project.projectKey}" defer></script>`;
  return {
    get app() {
      return app;
    },
    get owner() {
      return owner;
    },
    get project() {
      return project;
    },
    get browser() {
      return browser;
    },
    get site() {
      return site;
    },
    get script() {
      return script();
    },
    async show({ head = '', body = '<h1>Bakery</h1>', headers = {}, without, traced }, path = '/') {
      const added = without ? '' : script();
      pages.set(path, {
        html: `<!doctype html><html><head><title>Bakery</title>${head}${added}</head><body>${body}</body></html>`,
        headers,
      });
      const page = await browser.newPage();
      const consoleLines: string[] = [];
      const sentPaths: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (COLLECTS.test(pathname)) sentPaths.push(pathname);
      });
      page.on('console', (message) => consoleLines.push(message.text()));
      page.on('pageerror', (error) => consoleLines.push(String(error)));
      await page.setViewport({ width: 1000, height: 700 });
      await page.evaluateOnNewDocument(INSTRUMENTS);
      if (traced) await page.tracing.start({ categories: TRACED });
      await page.goto(site + path, { waitUntil: 'load' });
      return {
        page,
        consoleLines,
        sentPaths,
        touched: () => page.evaluate('__touched') as Promise<string[]>,
        scriptTimes: async () => scriptTimes(await page.tracing.stop()),
      };
    },
    async events() {
      const { rows } = await app.services.pool.query(
        `SELECT e, b.url, b.session_id AS session FROM collected_batches b, json_array_elements(b.events) WITH ORDINALITY AS t(e, n)
          WHERE b.project_id = $1 ORDER BY b.id, n`,
        [project.id],
      );
      return rows.map(({ e, url, session }) => ({ ...e, url, session }));
    },
    async structures() {
      await waitUntilCounted(app);
      const { rows } = await app.services.pool.query(
        `SELECT p.content, s.page_id FROM page_sightings s JOIN page_structures p USING (project_id, hash)
          WHERE s.project_id = $1 ORDER BY s.first_seen_at, p.created_at`,
        [project.id],
      );
      return rows.map(({ content }) => content);
    },
  };
}
