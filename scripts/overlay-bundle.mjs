import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import { CLIENT_BUNDLE } from './client-bundle.mjs';

const DIRECTORY = 'clients/overlay';
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja'];

/**
 * The files beside `overlay.js`, each with those that it stands on, which are loaded no later.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const STANDS_ON = {
  app: [],
  member: ['app'],
  panels: ['app'],
  writing: ['app', 'panels'],
  reading: ['app', 'panels'],
  ...Object.fromEntries(
    LANGUAGES.flatMap((language) => [
      [language, []],
      [`${language}-panels`, []],
    ]),
  ),
};
const FIRST = 'overlay';
const FILES = [FIRST, ...Object.keys(STANDS_ON)];
const VERSION = '@version@';
/** A page that was opened before an update gets the parts of after it: what they do not find makes loading them fail. */
const REGISTRY = 'const given={},take=n=>{if(n in given)return given[n];throw n};';

/**
 * The overlay's files by name: `overlay.js`, which pages load, and the parts that it imports when they are needed.
 * `overlay.js` asks for the parts by a version made of their content, so that caches never mix two versions.
 *
 * No module is in two files. A part is a function of what was loaded before it: from there it takes what it needs, and there it
 * leaves what it exports. So nothing stands in a global, and a part that was loaded by a second try finds the others all the same.
 *
 * @param {string} root the repository's directory
 * @returns {Promise<Map<string, string>>}
 */
export async function bundleOverlay(root) {
  const chunks = await split(root);
  /** @type {Map<string, string>} */
  const bodies = new Map();
  /** @type {Set<string>} */
  const taken = new Set();
  const left = new Set(FILES);
  // Those first that take from others, so that it is known of the others what to leave.
  for (const file of [...FILES].reverse()) {
    const body = await bundleFile(file, chunks, taken);
    for (const [, name] of body.matchAll(/\btake\("([^"]+)"\)/g)) taken.add(name);
    for (const [, name = ''] of body.matchAll(/\bgiven\.(\w+)=/g)) {
      if (name !== file && left.has(name))
        throw new Error(`Two parts leave "${name}" for others. Rename one of the two.`);
      left.add(name);
    }
    bodies.set(file, body);
  }
  const hash = createHash('sha256');
  const parts = Object.keys(STANDS_ON).map((name) => {
    const text = `export default(given,take)=>{${bodies.get(name)}}\n`;
    hash.update(text);
    return /** @type {const} */ ([`${FIRST}-${name}.js`, text]);
  });
  const version = hash.digest('base64url').slice(0, 10);
  const own = `"use strict";(()=>{${REGISTRY}${bodies.get(FIRST)?.replace(VERSION, version)}})();\n`;
  return new Map([[`${FIRST}.js`, own], ...parts]);
}

/**
 * @typedef {object} Chunk modules that the same parts need
 * @property {string} text
 * @property {string} home the file it belongs to
 * @property {readonly string[]} exports
 */

/**
 * What esbuild makes of all parts, not minified yet, by name. A part's own modules stand under its name.
 *
 * @param {string} root
 * @returns {Promise<ReadonlyMap<string, Chunk>>}
 */
async function split(root) {
  const stands = Object.fromEntries(Object.entries(STANDS_ON).filter(([, files]) => files.length > 0));
  const { outputFiles, metafile } = await build({
    ...CLIENT_BUNDLE,
    entryPoints: Object.fromEntries(FILES.map((file) => [file, `${DIRECTORY}/${sourceOf(file)}.ts`])),
    define: { PARTS_VERSION: JSON.stringify(VERSION), STANDS_ON: JSON.stringify(stands) },
    minify: false,
    minifySyntax: true,
    format: 'esm',
    splitting: true,
    charset: 'utf8',
    absWorkingDir: root,
    outdir: '.',
    write: false,
    metafile: true,
  });
  /** @type {Map<string, Set<string>>} */
  const users = new Map();
  const use = (/** @type {string} */ path, /** @type {string} */ file) => {
    for (const needed of metafile.outputs[path]?.imports ?? []) if (!needed.external) use(needed.path, file);
    users.set(path, (users.get(path) ?? new Set()).add(file));
  };
  for (const file of FILES) use(`${file}.js`, file);
  return new Map(
    outputFiles.map(({ path, text }) => {
      const name = path.split(/[\\/]/).pop() ?? path;
      return [
        name,
        { text, home: homeOf(users.get(name) ?? new Set()), exports: metafile.outputs[name]?.exports ?? [] },
      ];
    }),
  );
}

/**
 * The module that a file is made of.
 *
 * @param {string} file
 */
function sourceOf(file) {
  const [name = '', ofPanels] = file.split('-');
  if (LANGUAGES.includes(name)) return ofPanels ? `words/${name}` : `words/pins/${name}`;
  return file === FIRST ? 'main' : file;
}

/**
 * The file that is there before all of these, or is one of them; of several the one that is loaded last.
 *
 * @param {ReadonlySet<string>} users
 */
function homeOf(users) {
  const isThereFor = (/** @type {string} */ file, /** @type {string} */ user) =>
    file === FIRST || file === user || STANDS_ON[user]?.includes(file);
  return FILES.filter((file) => [...users].every((user) => isThereFor(file, user))).pop() ?? FIRST;
}

/**
 * A file's chunks as the body of a function of `given`, where it leaves what others take and, under its own name, what it
 * exports, and of `take(name)`.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, Chunk>} chunks
 * @param {ReadonlySet<string>} taken names that other files take
 */
async function bundleFile(file, chunks, taken) {
  const isOwn = (/** @type {Chunk} */ { home }) => home === file;
  const part = `${file}.js`;
  const leave = [...chunks].flatMap(([from, chunk]) =>
    chunk.exports
      .filter((name) => isOwn(chunk) && from !== part && taken.has(name))
      .map((name) => `import { ${name} } from './${from}'; given.${name} = ${name};`),
  );
  const own = chunks.get(part)?.exports ?? [];
  const contents = `${leave.join('\n')}
    import { ${own.map((name, i) => `${name} as _${i}`)} } from './${part}';
    given['${file}'] = { ${own.map((name, i) => `${name}: _${i}`)} };`;
  const { outputFiles } = await build({
    ...CLIENT_BUNDLE,
    stdin: { contents },
    format: 'esm',
    // Modules are always read as UTF-8; a script that a page loads is read as the page is written.
    charset: file === FIRST ? 'ascii' : 'utf8',
    write: false,
    plugins: [
      {
        name: 'chunks',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\// }, ({ path }) => ({ path: path.slice(2), namespace: 'chunk' }));
          onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => {
            const chunk = chunks.get(path);
            if (chunk && isOwn(chunk)) return { contents: chunk.text };
            const takes = chunk?.exports.map((name) => `export const ${name} = /* @__PURE__ */ take('${name}');`);
            return { contents: takes?.join('\n') };
          });
        },
      },
    ],
  });
  return outputFiles[0]?.text.trim() ?? '';
}
