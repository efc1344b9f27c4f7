import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Demo } from '../resolvers/addons/demo/ensure-demo.ts';
import { packedFile } from './packed-file.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import type { StaticContent } from './static-content.ts';
import { fill, staticFile } from './static-file.ts';

/** Strangers' pages load these, the parts as modules, for which a browser asks leave. */
const SCRIPT_HEADERS = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=300',
};
const OVERLAY_FILE = /^overlay(-[a-z-]+)?\.js$/;

/**
 * Every page and script that is a file, by path.
 * @param assets the directory that the build writes client files to
 * @param demo absent in production: then there is no demo page
 */
export function createPages(options: {
  config: Config;
  assets: string;
  version: string;
  demo?: Demo;
}): Map<string, StaticContent> {
  const { config, assets, demo } = options;
  const pages = new Map<string, StaticContent>();
  const withoutDemo = (html: string) => html.replace(/<!--demo-->[\s\S]*?<!--\/demo-->/g, '');
  const version = fill({ VERSION: options.version });
  pages.set(
    '/',
    staticFile(join(assets, 'landing.html'), {
      headers: PAGE_HEADERS,
      edit: (html) => version(demo ? html : withoutDemo(html)),
    }),
  );
  const script = { headers: SCRIPT_HEADERS };
  for (const name of readdirSync(assets).filter((file) => OVERLAY_FILE.test(file))) {
    pages.set(`/${name}`, staticFile(join(assets, name), script));
  }
  const embed = { ...script, edit: fill({ API_URL: config.http.baseUrl }) };
  pages.set('/embed.min.js', staticFile(join(assets, 'embed.min.js'), embed));
  if (demo) {
    const { baseUrl, cdnUrl } = config.http;
    const values = { API_URL: baseUrl, CDN_URL: cdnUrl, PROJECT_ID: demo.projectId, PROJECT_KEY: demo.projectKey };
    pages.set('/demo', staticFile(join(assets, 'demo.html'), { edit: fill(values) }));
  }
  // Where mails lead.
  for (const name of ['reset-password', 'accept-invitation']) {
    pages.set(`/${name}`, staticFile(join(assets, `${name}.html`), { headers: PAGE_HEADERS }));
  }
  addRestExplorer(pages, assets);
  for (const name of readdirSync(join(assets, 'graphiql')).map((file) => file.replace(/\.gz$/, ''))) {
    pages.set(`/graphql/${name}`, packedFile(join(assets, 'graphiql', name)));
  }
  return pages;
}

/** Swagger UI, from its package instead of a CDN. */
function addRestExplorer(pages: Map<string, StaticContent>, assets: string): void {
  const dist = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
    pages.set(`/docs/${name}`, staticFile(join(dist, name)));
  }
  pages.set('/docs', staticFile(join(assets, 'docs.html'), { headers: PAGE_HEADERS }));
}
