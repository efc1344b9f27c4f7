import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { untilCounted } from '../../support/collection.ts';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { type ScriptTimes, scriptTimes, TRACED } from './trace.ts';

/** A page of a stranger, with the embed script of a real service on it. */
export interface HostPage {
  readonly page: Page;
  /** Everything the page's console or an uncaught error said. */
  readonly said: string[];
  /** The paths of what the script asked of the service or sent to it, of every attempt. */
  readonly sent: string[];
  /** What the instrumented page saw being touched. */
  touched(): Promise<string[]>;
  /** Of a traced page, once. */
  scriptTimes(): Promise<ScriptTimes>;
}

export interface Host {
  head?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Leave the script out. */
  without?: boolean;
  /** Note what the page's thread works on; one page at a time. */
  traced?: boolean;
}

/** What every test of the embed script uses: a browser and a service for the whole file, a project for each test. */
export interface EmbedHost {
  readonly app: TestApp;
  readonly owner: TestUser;
  readonly project: { id: string; projectKey: string };
  readonly browser: Browser;
  /** Address of the site, without a slash at the end. */
  readonly site: string;
  /** The script element. */
  readonly script: string;
  show(host: Host, path?: string): Promise<HostPage>;
  /** Everything that was collected, in the order of arrival. */
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  events(): Promise<any[]>;
  /** The structures of the project's pages, the newest last. */
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  structures(): Promise<any[]>;
}

const COLLECTS = /^\/(v1\/collect|svc\/event)/;

/** Page code that notes every touch of cookies and storage. */
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
      const said: string[] = [];
      const sent: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (COLLECTS.test(pathname)) sent.push(pathname);
      });
      page.on('console', (message) => said.push(message.text()));
      page.on('pageerror', (error) => said.push(String(error)));
      await page.setViewport({ width: 1000, height: 700 });
      await page.evaluateOnNewDocument(INSTRUMENTS);
      if (traced) await page.tracing.start({ categories: TRACED });
      await page.goto(site + path, { waitUntil: 'load' });
      return {
        page,
        said,
        sent,
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
      await untilCounted(app);
      const { rows } = await app.services.pool.query(
        `SELECT p.content, s.page_id FROM page_sightings s JOIN page_structures p USING (project_id, hash)
          WHERE s.project_id = $1 ORDER BY s.first_seen_at, p.created_at`,
        [project.id],
      );
      return rows.map(({ content }) => content);
    },
  };
}
