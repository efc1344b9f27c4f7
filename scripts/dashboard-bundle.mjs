import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { textsPlugin } from './dashboard-texts.mjs';
import { minifyByRolldown } from './minify-again.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DASHBOARD = 'clients/dashboard';
const TARGET = 'es2022';
/** Pages with the names of their entries: the dashboard, and the panel on customers' pages. */
const PAGES = { 'index.html': 'main', 'panel.html': 'panel' };
/** Imports of a component of Base UI with all of its parts. */
const PARTS = /import \{ (\w+) \} from '(@base-ui\/react\/\w+)'/g;

/**
 * Bundles only the used parts of Base UI, which saves 11 KB after compression: the package
 * exports a component as an object of all parts.
 *
 * @type {import('esbuild').Plugin}
 */
const usedPartsPlugin = {
  name: 'used-parts',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[/\\]clients[/\\]dashboard[/\\].*\.tsx$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8');
      return { contents: contents.replaceAll(PARTS, "import * as $1 from '$2/index.parts'"), loader: 'tsx' };
    });
    onResolve({ filter: /^@base-ui\/react\/\w+\/index\.parts$/ }, ({ path }) => ({
      path: join(ROOT, 'node_modules', `${path}.mjs`),
      sideEffects: false,
    }));
  },
};
/** Path of the files that the pages load. */
const ASSETS = '/app/assets';

/**
 * Bundles the dashboard: its pages, and below `assets/` their scripts and style sheets. The names
 * of these contain a hash of their content, so they can be cached for good.
 *
 * @param {string} root directory of the repository
 * @returns {Promise<Map<string, Uint8Array>>} contents by path
 */
export async function bundleDashboard(root) {
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(Object.values(PAGES).map((name) => [name, `${DASHBOARD}/${name}.tsx`])),
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: TARGET,
    charset: 'utf8',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    absWorkingDir: root,
    outdir: 'assets',
    write: false,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [textsPlugin, usedPartsPlugin],
  });
  // The style sheet of the dashboard contains those of all chunks, which their scripts would not
  // load, and of the panel.
  const kept = outputFiles.filter(({ path }) => /\.js$|[/\\]main-\w+\.css$/.test(path));
  /** @type {Map<string, Uint8Array>} */
  const files = new Map(
    await Promise.all(
      kept.map(async ({ path, contents, text }) => {
        const name = basename(path);
        const content = name.endsWith('.js')
          ? Buffer.from(await minifyByRolldown(name, text, { target: TARGET, module: true }))
          : contents;
        return /** @type {const} */ ([`assets/${name}`, content]);
      }),
    ),
  );
  const file = (/** @type {RegExp} */ pattern) => {
    const name = [...files.keys()].find((path) => pattern.test(path));
    if (!name) throw new Error(`The dashboard has no file ${pattern}.`);
    return `${ASSETS}/${basename(name)}`;
  };
  const template = readFileSync(join(root, DASHBOARD, 'index.html'), 'utf8');
  const pages = Object.entries(PAGES).map(([page, name]) => {
    const html = template
      .replace('{{SCRIPT}}', file(new RegExp(`/${name}-\\w+\\.js$`)))
      .replace('{{STYLE}}', file(/\/main-\w+\.css$/));
    return /** @type {const} */ ([page, Buffer.from(html)]);
  });
  for (const [page, html] of pages) files.set(page, html);
  return files.set('assets/icon.svg', readFileSync(join(root, DASHBOARD, 'icon.svg')));
}
