import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, transform } from 'esbuild';
import { INTERNAL_NAMES } from './internal-names.mjs';
import { minifyAgain } from './minify-again.mjs';
import { hashOfDocument, minifyDocument } from './trusted-operations.mjs';

const TARGET = 'es2020';

/** esbuild plugin that bundles style sheets as minified text. */
const cssText = /** @type {import('esbuild').Plugin} */ ({
  name: 'css-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, { loader: 'css', minify: true, target: TARGET });
      return { contents: code.trim().replace(/(--[a-z-]+:|,) /g, '$1'), loader: 'text' };
    });
  },
});

/** esbuild plugin that bundles GraphQL documents as text without line breaks, with their hash. */
const graphqlText = /** @type {import('esbuild').Plugin} */ ({
  name: 'graphql-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.graphql$/ }, async ({ path }) => {
      const text = minifyDocument(await readFile(path, 'utf8'));
      const hash = JSON.stringify(hashOfDocument(text));
      return { contents: `export default ${JSON.stringify(text)}; export const hash = ${hash};`, loader: 'js' };
    });
  },
});

/** Bundle options of client scripts: minified, one closure, for browsers of 2020. */
export const CLIENT_BUNDLE = /** @type {const} */ ({
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: TARGET,
  plugins: /** @type {import('esbuild').Plugin[]} */ ([cssText, graphqlText]),
  legalComments: 'none',
  logLevel: 'warning',
});

const OVERLAY = 'clients/overlay';
const OVERLAY_BUNDLE = {
  ...CLIENT_BUNDLE,
  // The browsers that docs/overlay.md lists have it; `??=` is shorter than what replaces it.
  target: 'es2021',
  mangleProps: new RegExp(`^(${Object.keys(INTERNAL_NAMES).join('|')})$`),
  mangleCache: INTERNAL_NAMES,
};
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja'];

/**
 * Minifies a script of the overlay again. Coverage needs the source map of the first pass.
 *
 * @param {string} name
 * @param {string} text
 * @param {{ sourcemap?: 'inline' }} [options]
 */
const minifyScript = async (name, text, options) =>
  options?.sourcemap ? text : minifyAgain(name, text, { target: OVERLAY_BUNDLE.target, module: name !== 'overlay.js' });

/**
 * Bundles the overlay: `overlay.js`, the classic script that pages load, and below `overlay/` the
 * chunks that it imports on first use. Chunk names contain a hash of all chunks, so they can be
 * cached for good, and a chunk never imports a file of another build. One hash instead of one per
 * chunk saves 0.1 KB of `overlay.js`.
 *
 * @param {string} root directory of the repository
 * @param {{ sourcemap?: 'inline' }} [options] options of esbuild
 * @returns {Promise<Map<string, string>>} texts by path
 */
export async function bundleOverlay(root, options) {
  const chunks = await build({
    ...OVERLAY_BUNDLE,
    ...options,
    entryPoints: {
      app: `${OVERLAY}/app.ts`,
      ui: `${OVERLAY}/ui.ts`,
      quotes: `${OVERLAY}/quotes.ts`,
      visitor: `${OVERLAY}/visitor.ts`,
      ...Object.fromEntries(
        LANGUAGES.flatMap((language) => [
          [`${language}-pins`, `${OVERLAY}/i18n/pins/${language}.ts`],
          [`${language}-ui`, `${OVERLAY}/i18n/${language}.ts`],
        ]),
      ),
    },
    format: 'esm',
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'shared-[hash]',
    // Modules are always decoded as UTF-8; a classic script is decoded like its page.
    charset: 'utf8',
    absWorkingDir: root,
    outdir: 'overlay',
    write: false,
  });
  const built = await Promise.all(
    chunks.outputFiles.map(async ({ path, text }) => {
      const name = basename(path);
      return { name, text: await minifyScript(name, text, options) };
    }),
  );
  const shared = built.filter(({ name }) => name.startsWith('shared-'));
  const [{ name: sharedName } = { name: '' }] = shared;
  if (shared.length !== 1) throw new Error(`Expected one file that the chunks share, found ${shared.length}.`);
  const hash = createHash('sha256')
    .update(JSON.stringify(built.map(({ text }) => text)))
    .digest('hex')
    .slice(0, 8);
  const withHash = (/** @type {string} */ name) => name.replace(/-\w+\.js$/, `-${hash}.js`);
  const files = built.map(({ name, text }) => ({
    name: withHash(name),
    text: text.replaceAll(sharedName, withHash(sharedName)),
  }));
  const entry = await build({
    ...OVERLAY_BUNDLE,
    ...options,
    entryPoints: [`${OVERLAY}/main.ts`],
    absWorkingDir: root,
    outfile: 'overlay.js',
    define: { BUILD_HASH: JSON.stringify(hash) },
    write: false,
  });
  return new Map([
    ['overlay.js', await minifyScript('overlay.js', entry.outputFiles[0]?.text ?? '', options)],
    ...files.map(({ name, text }) => /** @type {const} */ ([`overlay/${name}`, text])),
  ]);
}

const DRAW = 'clients/draw';

/**
 * Bundles the frame in which visitors draw on pictures: one page with its script and its styles.
 *
 * @param {string} root directory of the repository
 * @returns {Promise<string>} HTML
 */
export async function bundleDrawFrame(root) {
  const [page, styles, script] = await Promise.all([
    readFile(join(root, DRAW, 'index.html'), 'utf8'),
    readFile(join(root, DRAW, 'draw.css'), 'utf8').then((css) => transform(css, { loader: 'css', minify: true })),
    build({ ...CLIENT_BUNDLE, entryPoints: [`${DRAW}/main.ts`], absWorkingDir: root, write: false }),
  ]);
  const text = script.outputFiles[0]?.text.trim() ?? '';
  return page
    .replace('<!--style-->', () => `<style>${styles.code.trim()}</style>`)
    .replace('<!--script-->', () => `<script>${text}</script>`);
}
