import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Response } from '@whatwg-node/fetch';
import type { Config } from '../config/config.ts';
import type { Demo } from '../resolvers/addons/demo/ensure-demo.ts';
import { DASHBOARD } from './dashboard.ts';
import { createDemoMails } from './demo-mails.ts';
import { createDrawFrame, DRAW_FRAME } from './draw-frame.ts';
import { packedFile } from './packed-file.ts';
import { pageHeaders } from './security-policy.ts';
import { type StaticContent, staticContent } from './static-content.ts';
import { fill, HASHED_FILE_HEADERS, readOnce, staticFile, withParts } from './static-file.ts';

/** Headers of scripts that third-party pages load; modules require CORS. */
const SCRIPT_HEADERS = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=300',
};
/** Headers of chunks, whose names contain a hash. */
const CHUNK_HEADERS = { ...SCRIPT_HEADERS, ...HASHED_FILE_HEADERS };
/** Chromium never requests a failed module again; the overlay retries with another directory. */
const CHUNK_DIRECTORIES = ['', 'retry-1/', 'retry-2/', 'retry-3/'];

interface Options {
  config: Config;
  /** Directory of the built client files. */
  assets: string;
  version: string;
  /** Absent in production, which has no demo page. */
  demo?: Demo;
  /** The demo's page on staging, and whether it has the redesign. */
  staging?: { path: string; isRedesigned: () => Promise<boolean> };
  /** Whether somebody has an account, besides the people of the demo. */
  hasAccounts: () => Promise<boolean>;
}

/** Creates the pages and scripts that are files, by path. */
export function createPages(options: Options): Map<string, StaticContent> {
  const { config, assets, demo } = options;
  const pages = new Map<string, StaticContent>();
  addLanding(pages, options);
  const script = { headers: SCRIPT_HEADERS };
  const addScript = (path: string, content: StaticContent) => {
    pages.set(path, content);
    pages.set(config.http.scriptPath + path, content);
  };
  addScript('/overlay.js', staticFile(join(assets, 'overlay.js'), script));
  for (const name of readdirSync(join(assets, 'overlay'))) {
    const chunk = staticFile(join(assets, 'overlay', name), { headers: CHUNK_HEADERS });
    for (const directory of CHUNK_DIRECTORIES) addScript(`/overlay/${directory}${name}`, chunk);
  }
  pages.set('/cli/pinbound.mjs', staticFile(join(assets, 'cli/pinbound.mjs')));
  pages.set(DRAW_FRAME, createDrawFrame(assets));
  const embed = { ...script, edit: fill({ API_URL: config.http.baseUrl }) };
  addScript('/embed.min.js', staticFile(join(assets, 'embed.min.js'), embed));
  if (demo) {
    const { baseUrl, cdnUrl } = config.http;
    const values = { API_URL: baseUrl, CDN_URL: cdnUrl, PROJECT_ID: demo.projectId, PROJECT_KEY: demo.projectKey };
    const sources = { scripts: [new URL(cdnUrl).origin], connections: [new URL(baseUrl).origin] };
    const headers = (html: string) => pageHeaders(html, sources);
    pages.set('/demo/mails', createDemoMails(join(config.dataDir, 'mail')));
    const release = (name: string) =>
      staticFile(join(assets, 'demo.html'), { headers, edit: fill({ ...values, RELEASE: name }) });
    const [first, redesign] = [release('first'), release('redesign')];
    pages.set('/demo', first);
    const source = (name: string) =>
      fill({ ...values, RELEASE: 'first' })(new TextDecoder().decode(readOnce(join(assets, name))));
    pages.set(
      '/demo/source.json',
      staticContent(
        Buffer.from(
          JSON.stringify({
            'index.html': source('demo.html'),
            'serve.mjs': source('demo-source/serve.mjs'),
            'README.md': source('demo-source/CHECKOUT.md'),
          }),
        ),
        'application/json',
      ),
    );
    const { staging } = options;
    if (staging) {
      pages.set(staging.path, async (request) => ((await staging.isRedesigned()) ? redesign : first)(request));
    }
  }
  for (const name of ['reset-password', 'accept-invitation', 'verify-email']) {
    pages.set(`/${name}`, mailedLink(`${DASHBOARD}/${name}`));
  }
  addRestExplorer(pages, options);
  for (const name of readdirSync(join(assets, 'graphiql')).map((file) => file.replace(/\.gz$/, ''))) {
    pages.set(`/graphql/${name}`, packedFile(join(assets, 'graphiql', name)));
  }
  return pages;
}

/** Adds the first page. Before the first account exists, it offers to create it. */
function addLanding(pages: Map<string, StaticContent>, { config, assets, version, demo, hasAccounts }: Options): void {
  const isOpen = config.registration === 'open';
  const landing = (isFirst: boolean) => {
    const shown = { first: isFirst, later: !isFirst, join: isOpen && !isFirst, demo: demo !== undefined };
    const edit = (html: string) => fill({ VERSION: version })(withParts(shown)(html));
    return staticFile(join(assets, 'landing.html'), { headers: pageHeaders, edit });
  };
  const [first, later] = [landing(true), landing(false)];
  let isLater = !isOpen;
  pages.set('/', async (request) => {
    // The page needs no database: without one, it offers to log in.
    const found = isLater || (await hasAccounts().catch(() => null));
    isLater = found === true;
    return (found === false ? first : later)(request);
  });
  pages.set('/landing.webp', staticFile(join(assets, 'landing.webp')));
}

/**
 * Redirects the address of links in mails to a screen of the dashboard. Browsers keep the fragment,
 * which contains the token and is part of no request.
 */
const mailedLink =
  (location: string): StaticContent =>
  async () =>
    new Response(null, {
      status: 302,
      headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    });

/** Adds Swagger UI, from its package instead of a CDN. */
function addRestExplorer(pages: Map<string, StaticContent>, { config: { http }, assets, demo }: Options): void {
  const dist = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    pages.set(`/docs/${name}`, staticFile(join(dist, name)));
  }
  // The document names the address of the service, which may not be the one of the page.
  const connections = [new URL(http.baseUrl).origin];
  const headers = (html: string) => pageHeaders(html, { insertsStyles: true, connections });
  const edit = withParts({ demo: demo !== undefined });
  pages.set('/docs', staticFile(join(assets, 'docs.html'), { headers, edit }));
}
