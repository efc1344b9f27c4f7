import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageHeaders } from './security-policy.ts';
import { type StaticContent, staticContent } from './static-content.ts';
import { HASHED_FILE_HEADERS, staticFile } from './static-file.ts';

/** Path of the dashboard. */
export const DASHBOARD = '/app';

/** Paths of the dashboard's screens; its script reads the path. */
export const DASHBOARD_PATH = new RegExp(`^${DASHBOARD}(/.*)?$`);

/** Paths of the panel, which pages of listed origins frame: the project's id. */
export const PANEL_PATH = /^\/panel\/projects\/([\w-]+)$/;

/** Path at which a popup of the panel logs in. */
export const CONNECT_PATH = `${DASHBOARD}/connect`;

/** Headers of the page that other sites frame, also those that isolate themselves. */
const FRAMED_PAGE_HEADERS = {
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'referrer-policy': 'no-referrer',
  // The list of origins may change at any time.
  'cache-control': 'no-store',
};

interface Dashboard {
  /** The page of all screens. */
  page: StaticContent;
  /** The page of the popup, which keeps its opener. */
  connect: StaticContent;
  /**
   * The panel.
   *
   * @param ancestors origins whose pages may frame it
   */
  panel: (request: Request, ancestors: readonly string[]) => Promise<Response>;
  /** Its scripts and style sheets, by path. */
  assets: Map<string, StaticContent>;
}

/**
 * Creates the dashboard's page and files.
 *
 * @param directory the built dashboard
 * @param baseUrl origin of its requests and of its WebSocket
 */
export function createDashboard(directory: string, baseUrl: string): Dashboard {
  // Some browsers do not count WebSockets as 'self'.
  const connections = [new URL(baseUrl).origin.replace('http', 'ws')];
  const assets = readdirSync(join(directory, 'assets')).map((name) => {
    const isHashed = name !== 'icon.svg';
    const file = staticFile(join(directory, 'assets', name), isHashed ? { headers: HASHED_FILE_HEADERS } : {});
    return [`/app/assets/${name}`, file] as const;
  });
  const headers = (html: string) => pageHeaders(html, { connections });
  const file = join(directory, 'index.html');
  const panelHtml = readFileSync(join(directory, 'panel.html'), 'utf8');
  const panel = staticContent(Buffer.from(panelHtml), 'text/html; charset=utf-8');
  return {
    page: staticFile(file, { headers }),
    // A page with an opener policy has no opener.
    connect: staticFile(file, {
      headers: (html) => ({ ...headers(html), 'cross-origin-opener-policy': 'unsafe-none' }),
    }),
    async panel(request, ancestors) {
      const response = await panel(request);
      const own = { ...pageHeaders(panelHtml, { connections, ancestors }), ...FRAMED_PAGE_HEADERS };
      for (const [name, value] of Object.entries(own)) response.headers.set(name, value);
      return response;
    },
    assets: new Map(assets),
  };
}
