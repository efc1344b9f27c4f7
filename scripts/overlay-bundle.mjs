import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import { minify } from 'terser';
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
  panels: ['app'],
  member: ['app', 'panels'],
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
/** Stands in the files for their version until that is known. */
const VERSION = '@version@';
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The overlay's files by name: `overlay.js`, which pages load, and the parts that it imports when they are needed.
 * `overlay.js` asks for the parts by a version made of their content, so that caches never mix two versions.
 *
 * No module is in two files. A part is a function of what was loaded before it: from there it takes what it needs, and it returns
 * what others need, by short names that hold for one version: `({ "version": { a: x } }) => { …; return { b: y } }`. So nothing
 * stands in a global, a part that was loaded by a second try finds the others all the same, and a part of another version, which
 * a page gets that was opened before an update, fails to load.
 *
 * @param {string} root the repository's directory
 * @returns {Promise<Map<string, string>>}
 */
export async function bundleOverlay(root) {
  const chunks = await split(root);
  /** @type {Map<string, string>} */
  const bodies = new Map();
  /** Of what files need of others, by chunk and name. @type {Map<string, string>} */
  const shortNames = new Map();
  // Those first that take from others, so that it is known of the others what to leave.
  for (const file of [...FILES].reverse())
    bodies.set(file, await pack(file, asFunction(file, await bundleFile(file, chunks, shortNames), shortNames)));
  const hash = createHash('sha256');
  for (const body of bodies.values()) hash.update(body);
  const version = hash.digest('hex').slice(0, 8);
  return new Map(
    FILES.map((file) => [
      file === FIRST ? `${FIRST}.js` : `${FIRST}-${file}.js`,
      `${bodies.get(file)?.replaceAll(VERSION, version)}\n`,
    ]),
  );
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
 * A file's chunks as one module. It imports what it needs from the chunks of other files, and exports by their short names what
 * other files need, and as default an object of what the file's own source exports.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, Chunk>} chunks
 * @param {ReadonlyMap<string, string>} shortNames
 */
async function bundleFile(file, chunks, shortNames) {
  const part = `${file}.js`;
  const left = [...shortNames].flatMap(([key, short]) => {
    const [from = '', name] = key.split(' ');
    return chunks.get(from)?.home === file ? [`export { ${name} as ${short} } from './${from}';`] : [];
  });
  const own = chunks.get(part)?.exports ?? [];
  const contents = `${left.join('\n')}
    import { ${own.map((name, i) => `${name} as _${i}`)} } from './${part}';
    export default { ${own.map((name, i) => `${name}: _${i}`)} };`;
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
          onResolve({ filter: /^\.\// }, ({ path }) => {
            const name = path.slice(2);
            if (chunks.get(name)?.home === file) return { path: name, namespace: 'chunk' };
            return { path, external: true, sideEffects: false };
          });
          onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => ({
            contents: numbersFirst(chunks.get(path)?.text ?? ''),
          }));
        },
      },
    ],
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/**
 * A chunk with its named numbers before everything else: a number that stands before its uses is put in there, and has no name.
 * Those in capitals are never assigned to.
 *
 * @param {string} text
 */
function numbersFirst(text) {
  /** @type {string[]} */
  const numbers = [];
  // Neighbours stand in one statement. Where functions do too, what looks like a number may be one of their arguments.
  const others = text.replace(/^var ((?:(?!=>).)*);$/gm, (_, names) => {
    /** @type {[string[], string[]]} */
    const [own, left] = [[], []];
    for (const one of names.split(/, (?=[\w$]+ = )/)) (/^[A-Z_\d]+ = [\d.e]+$/.test(one) ? own : left).push(one);
    numbers.push(...own.map((one) => `const ${one};`));
    return left.length > 0 ? `var ${left.join(', ')};` : '';
  });
  return [...numbers, others].join('\n');
}

/**
 * A file's module as a function of what was loaded before it.
 *
 * @param {string} file
 * @param {string} module
 * @param {Map<string, string>} shortNames gets what no file needed before.
 */
function asFunction(file, module, shortNames) {
  const shortNameOf = (/** @type {string} */ key) => {
    const n = shortNames.size;
    const short = shortNames.get(key) ?? `${LETTERS[n % LETTERS.length]}${Math.floor(n / LETTERS.length) || ''}`;
    shortNames.set(key, short);
    return short;
  };
  const namesIn = (/** @type {string} */ list) => list.split(',').map((names) => names.split(' as '));
  /** @type {string[]} */
  const taken = [];
  /** @type {string[]} */
  let left = [];
  const body = module
    .replace(/\bimport\{([^}]*)\}from"\.\/([^"]+)";/g, (_, list, from) => {
      taken.push(...namesIn(list).map(([name, own = name]) => `${shortNameOf(`${from} ${name}`)}:${own}`));
      return '';
    })
    .replace(/\bexport\{([^}]*)\};$/, (_, list) => {
      left = namesIn(list).map(([own, name = own]) => `${name === 'default' ? `"${file}"` : name}:${own}`);
      return '';
    });
  if (file === FIRST) return `"use strict";(()=>{const given={};${body}Object.assign(given,{${left}})})();`;
  return `export default({"${VERSION}":{${taken}}})=>{${body}return{${left}}}`;
}

/**
 * A file as small as it gets: what names are given, and in what order things stand, takes 3 % less room compressed than what esbuild
 * makes.
 *
 * @param {string} file
 * @param {string} code
 */
async function pack(file, code) {
  const packed = await minify(code, {
    ecma: 2020,
    module: file !== FIRST,
    compress: { passes: 3, unsafe_arrows: true },
    format: { ascii_only: file === FIRST },
  });
  return packed.code ?? '';
}
