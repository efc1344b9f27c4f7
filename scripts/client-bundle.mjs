import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { INTERNAL_NAMES } from './internal-names.mjs';
import { minifyByRolldown, minifyByTerser } from './minify-again.mjs';
import { hashOfDocument, minifyDocument } from './trusted-operations.mjs';

const TARGET = 'es2020';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

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

/**
 * Built-ins that the scripts of pages take by `clients/shared/page/built-ins.ts`: the page's own
 * code may have another global of such a name.
 */
export const BUILT_INS = [
  ...['Array', 'Boolean', 'Date', 'Error', 'Float64Array', 'Intl', 'JSON', 'Map', 'Math', 'Number', 'Object'],
  ...['Promise', 'Set', 'String', 'Uint8Array', 'WeakMap', 'WeakSet', 'AbortController', 'Blob', 'CSS'],
  ...['CSSStyleSheet', 'CompressionStream', 'CustomEvent', 'DOMRect', 'Element', 'Event', 'EventSource', 'Highlight'],
  ...['MessageChannel', 'MutationObserver', 'Node', 'Path2D', 'PerformanceObserver', 'Request', 'ResizeObserver'],
  ...['Response', 'TextEncoder', 'URL', 'URLSearchParams', 'crypto', 'performance'],
];
/**
 * Functions and values of the window. A constant of the page's own code with such a name, as in
 * `const history = createHistory()`, hides it from scripts, except from those that name the window.
 */
export const OF_WINDOW = [
  ...['cancelAnimationFrame', 'clearInterval', 'clearTimeout', 'console', 'decodeURIComponent', 'devicePixelRatio'],
  ...['encodeURIComponent', 'fetch', 'getComputedStyle', 'getSelection', 'history', 'innerHeight', 'innerWidth'],
  ...['localStorage', 'matchMedia', 'navigator', 'requestAnimationFrame', 'requestIdleCallback', 'screen', 'scrollX'],
  ...['scrollY', 'sessionStorage', 'setInterval', 'setTimeout'],
];

/** Functions of the window that are taken like built-ins, and how. */
const TAKEN_FUNCTIONS = {
  fetch: 'takeFetch()',
  getComputedStyle: "takeFunction('getComputedStyle')",
  matchMedia: "takeFunction('matchMedia')",
};
export const FUNCTIONS = Object.keys(TAKEN_FUNCTIONS);

/** Statement that defines how scripts take built-ins. */
const TAKE = "import { take, takeFetch, takeFunction } from './clients/shared/page/built-ins.ts';";
/** The same in a chunk of the overlay, which needs no copy of it. */
const TAKE_IN_CHUNK = [
  'const taken = window.SvcConfig?.Overlay;',
  'const take = taken?.take ?? ((name) => window[name]);',
  'const takeFunction = taken?.takeFunction ?? ((name) => (...values) => window[name](...values));',
  'const takeFetch = () => window.fetch;',
].join('');

/**
 * Creates the esbuild plugin that makes every use of a built-in an import.
 *
 * @param {string} take statement that defines how they are taken
 * @returns {import('esbuild').Plugin}
 */
const builtIns = (take) => ({
  name: 'built-ins',
  setup({ initialOptions, onResolve, onLoad }) {
    initialOptions.inject = ['built-ins'];
    onResolve({ filter: /^built-ins$/ }, () => ({ path: 'built-ins', namespace: 'built-ins' }));
    onLoad({ filter: /.*/, namespace: 'built-ins' }, () => ({
      contents: [
        take,
        ...BUILT_INS.map((name) => `export const ${name} = /* @__PURE__ */ take('${name}');`),
        ...Object.entries(TAKEN_FUNCTIONS).map(([name, call]) => `export const ${name} = /* @__PURE__ */ ${call};`),
      ].join('\n'),
      resolveDir: ROOT,
    }));
  },
});

/**
 * Calls functions of the window as its methods: esbuild keeps them apart from the object. Wrappers
 * of a page may need it, and it is shorter.
 *
 * @param {string} text
 */
const callAsMethods = (text) => text.replace(/\(0, ?window\.(\w+)\)\(/g, ' window.$1(');

/**
 * Creates the bundle options of a script that runs among the page's own code.
 *
 * @param {string} [take] statement that defines how built-ins are taken
 */
const pageBundle = (take = TAKE) => ({
  ...CLIENT_BUNDLE,
  plugins: [...CLIENT_BUNDLE.plugins, builtIns(take)],
  define: Object.fromEntries(
    OF_WINDOW.filter((name) => !FUNCTIONS.includes(name)).map((name) => [name, `window.${name}`]),
  ),
});

const OVERLAY = 'clients/overlay';
const OVERLAY_BUNDLE = {
  ...pageBundle(),
  // The browsers that docs/overlay.md lists have it; `??=` is shorter than what replaces it.
  target: 'es2021',
  mangleProps: new RegExp(`^(${Object.keys(INTERNAL_NAMES).join('|')})$`),
  mangleCache: INTERNAL_NAMES,
};
const CHUNKS = ['app', 'ui', 'quotes', 'visitor'];
/** Modules are always decoded as UTF-8. */
const CATALOG_MODULE = /** @type {const} */ ({ format: 'esm', charset: 'utf8', minify: true });

/**
 * Reads the catalogs of texts with a name: one file per language.
 *
 * @param {string} folder that of the catalogs
 * @param {string} name such as `pins`
 * @returns {Record<string, Record<string, string>>} texts by key, by language
 */
function catalogs(folder, name) {
  const files = readdirSync(folder).filter((file) => file.startsWith(`${name}-`));
  return Object.fromEntries(
    files.map((file) => [
      file.slice(name.length + 1, -'.json'.length),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]),
  );
}

/**
 * Minifies a script of the overlay again. Coverage needs the source map of the first pass.
 *
 * @param {string} name
 * @param {string} text
 * @param {{ sourcemap?: 'inline' }} [options]
 */
const minifyScript = async (name, text, options) => {
  if (options?.sourcemap) return text;
  const script = { module: name !== 'overlay.js' };
  return minifyByTerser(
    await minifyByRolldown(name, callAsMethods(text), { ...script, target: OVERLAY_BUNDLE.target }),
    script,
  );
};

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
  const chunk = {
    ...OVERLAY_BUNDLE,
    ...options,
    plugins: pageBundle(TAKE_IN_CHUNK).plugins,
    format: /** @type {const} */ ('esm'),
    entryNames: '[name]-[hash]',
    // Modules are always decoded as UTF-8; a classic script is decoded like its page.
    charset: /** @type {const} */ ('utf8'),
    absWorkingDir: root,
    outdir: 'overlay',
    write: false,
  };
  const [code, hints, ...messages] = await Promise.all([
    build({
      ...chunk,
      entryPoints: CHUNKS.map((name) => `${OVERLAY}/${name}.ts`),
      splitting: true,
      chunkNames: 'shared-[hash]',
    }),
    build({ ...chunk, entryPoints: [`${OVERLAY}/source-hints.ts`] }),
    ...['pins', 'ui'].flatMap((name) =>
      Object.entries(catalogs(join(root, OVERLAY, 'i18n'), name)).map(async ([language, texts]) => {
        const { code } = await transform(`export default ${JSON.stringify(texts)}`, CATALOG_MODULE);
        return { path: `${language}-${name}-0.js`, text: code };
      }),
    ),
  ]);
  const built = await Promise.all(
    [...(code.outputFiles ?? []), ...(hints.outputFiles ?? []), ...messages].map(async ({ path, text }) => {
      const name = basename(path);
      return { name, text: await minifyScript(name, text, options) };
    }),
  );
  const shared = built.filter(({ name }) => name.startsWith('shared-'));
  const [sharedFile] = shared;
  if (!sharedFile || shared.length !== 1) {
    throw new Error(`Expected one file that the chunks share, found ${shared.length}.`);
  }
  const { name: sharedName } = sharedFile;
  if (!options?.sourcemap) alignExports(sharedFile, built);
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
    define: {
      ...OVERLAY_BUNDLE.define,
      BUILD_HASH: JSON.stringify(hash),
      BOOT_CATALOGS: JSON.stringify(catalogs(join(root, OVERLAY, 'i18n'), 'boot')),
    },
    write: false,
  });
  const main = await minifyScript('overlay.js', entry.outputFiles[0]?.text ?? '', options);
  return new Map([
    ['overlay.js', main],
    ...files.map(({ name, text }) => /** @type {const} */ ([`overlay/${name}`, text])),
  ]);
}

/**
 * Gives the exports of the shared file the names that the user interface has for them, so that its
 * import needs no `as`, which saves 0.15 KB.
 *
 * @param {{ text: string }} shared
 * @param {{ name: string, text: string }[]} files
 */
function alignExports(shared, files) {
  const imported = /(?<=import\{)[^}]*(?=\}from"\.\/shared-)/;
  const exported = /(?<=export\{)[^}]*(?=\};?\s*$)/;
  const pairs = (/** @type {string} */ clause) =>
    clause.split(',').map((part) => /** @type {[string, string]} */ (/^(\S+)(?: as (\S+))?$/.exec(part)?.slice(1)));
  const clause = (/** @type {[string, string | undefined][]} */ names) =>
    names.map(([from, to]) => (from === to || !to ? from : `${from} as ${to}`)).join();
  const main = files.find(({ name }) => name.startsWith('ui-'))?.text.match(imported)?.[0] ?? '';
  const names = new Map(pairs(main).map(([from, to]) => [from, to ?? from]));
  const taken = new Set(names.values());
  const nameOf = (/** @type {string} */ name) => {
    const given = names.get(name);
    if (given) return given;
    let free = name;
    for (let i = 0; taken.has(free); i++) free = `_${i}`;
    taken.add(free);
    names.set(name, free);
    return free;
  };
  shared.text = shared.text.replace(exported, (all) =>
    clause(pairs(all).map(([local, name]) => [local, nameOf(name ?? local)])),
  );
  for (const file of files) {
    file.text = file.text.replace(imported, (all) =>
      clause(pairs(all).map(([name, local]) => [nameOf(name), local ?? name])),
    );
  }
}

/**
 * Bundles the script that collects events. It catches whatever it throws: a page behaves as without
 * it.
 *
 * @param {string} root directory of the repository
 * @returns {Promise<string>} text
 */
export async function bundleEmbed(root) {
  const { outputFiles } = await build({
    ...pageBundle(),
    entryPoints: ['clients/embed/main.ts'],
    absWorkingDir: root,
    banner: { js: 'try{' },
    footer: { js: '}catch{}' },
    write: false,
  });
  return callAsMethods(outputFiles[0]?.text ?? '');
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
    build({
      ...CLIENT_BUNDLE,
      entryPoints: [`${DRAW}/main.ts`],
      absWorkingDir: root,
      define: { DRAW_CATALOGS: JSON.stringify(catalogs(join(root, DRAW, 'i18n'), 'draw')) },
      write: false,
    }),
  ]);
  const text = script.outputFiles[0]?.text.trim() ?? '';
  return page
    .replace('<!--style-->', () => `<style>${styles.code.trim()}</style>`)
    .replace('<!--script-->', () => `<script>${text}</script>`);
}
