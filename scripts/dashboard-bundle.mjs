import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const DASHBOARD = 'clients/dashboard';
/** Path of the files that the page loads. */
const ASSETS = '/app/assets';

/**
 * Bundles the dashboard: `index.html`, and below `assets/` its scripts and its style sheet. Their
 * names contain a hash of their content, so they can be cached for good.
 *
 * @param {string} root directory of the repository
 * @returns {Promise<Map<string, Uint8Array>>} contents by path
 */
export async function bundleDashboard(root) {
  const { outputFiles } = await build({
    entryPoints: { main: `${DASHBOARD}/main.tsx` },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
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
  });
  // The style sheet of the entry contains those of all chunks, which their scripts would not load.
  const files = new Map(
    outputFiles
      .filter(({ path }) => /\.js$|[/\\]main-\w+\.css$/.test(path))
      .map(({ path, contents }) => [`assets/${basename(path)}`, contents]),
  );
  const entry = (/** @type {RegExp} */ pattern) => {
    const name = [...files.keys()].find((file) => pattern.test(file));
    if (!name) throw new Error(`The dashboard has no file ${pattern}.`);
    return `${ASSETS}/${basename(name)}`;
  };
  const html = readFileSync(join(root, DASHBOARD, 'index.html'), 'utf8')
    .replace('{{SCRIPT}}', entry(/\/main-\w+\.js$/))
    .replace('{{STYLE}}', entry(/\/main-\w+\.css$/));
  return files
    .set('index.html', Buffer.from(html))
    .set('assets/icon.svg', readFileSync(join(root, DASHBOARD, 'icon.svg')));
}
