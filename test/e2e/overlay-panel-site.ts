import type { Browser, BrowserContext, Frame } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import { type OverlayPage, openPage } from '../clients/support/overlay-page.ts';
import { launchBrowser } from '../support/browser.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { listOrigins } from '../support/panel.ts';
import type { TestApp } from '../support/test-app.ts';
import { logIn, openPopup, panelIn, see } from './panel-actions.ts';
import { type CustomerSite, startCustomerSite } from './panel-site.ts';

/** A project, and a site of another origin with the overlay, which may show the panel. */
export interface OverlayPanelSite {
  readonly site: CustomerSite;
  readonly browser: Browser;
  readonly owner: TestUser;
  readonly project: { id: string; projectKey: string };
  /** Serves a page with the overlay. */
  serve(path: string, body: string, options?: object): void;
  /** Opens a page of the site. */
  open(path?: string, on?: Pick<BrowserContext, 'newPage'>): Promise<OverlayPage>;
  /** The panel's frame, once it has loaded. */
  panelOf(overlay: OverlayPage): Promise<Frame>;
  /** Opens the panel by the list, logs in, and waits for a text in it. */
  enter(overlay: OverlayPage, text: string): Promise<Frame>;
}

/** Expression of the overlay's shadow root; either element may be the first. */
export const ROOT = `document.querySelector('svc-overlay:not([data-svc-asset="panel"])').shadowRoot`;
/** Expression of the panel's shadow root. */
export const PANEL = `document.querySelector('svc-overlay[data-svc-asset="panel"]').shadowRoot`;

/** Registers hooks that start and stop the fixtures. */
export function useOverlayPanelSite(app: TestApp): OverlayPanelSite {
  let browser: Browser;
  let site: CustomerSite;
  let owner: TestUser;
  let project: { id: string; projectKey: string };
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startCustomerSite()]);
    owner = await registerUser(app, 'Ada');
    project = await createProject(app, owner);
    await listOrigins(app, owner, project.id, [site.origin]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  const panelOf = ({ page }: OverlayPage) => panelIn(page, app.url);
  return {
    get browser() {
      return browser;
    },
    get site() {
      return site;
    },
    get owner() {
      return owner;
    },
    get project() {
      return project;
    },
    serve(path, body, options = {}) {
      const config = { apiUrl: app.url, projectId: project.id, apiKey: project.projectKey, ...options };
      site.pages.set(
        path,
        `<!doctype html><html lang="en"><title>Shop</title><script>window.SvcConfig = ${JSON.stringify(config)}</script>
          <script src="${app.url}/overlay.js" defer></script>${body}</html>`,
      );
    },
    open: (path = '/', on = browser) => openPage(on, `${site.origin}${path}`),
    panelOf,
    async enter(overlay, text) {
      await overlay.page.evaluate("SvcConfig.overlay.open('panel')");
      await overlay.see('.panel iframe');
      const panel = await panelOf(overlay);
      await logIn(await openPopup(overlay.page, panel), owner.email);
      await see(panel, text);
      return panel;
    },
  };
}
