import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** Modules of texts, like `settings-de.ts`. Group 1 is the set of texts, group 2 the language. */
const TEXTS = /[/\\]i18n[/\\](?:(\w+)-)?(en|de|fr|es|ja)\.ts$/;
/** Modules that load a set of texts in the reader's language. `languages.ts` loads the main set. */
const LOADERS = /[/\\]i18n[/\\](languages|settings|deployments|panel)\.ts$/;
const KEYS = 'text-keys:';

/**
 * Stores the keys of texts once instead of in each language, which saves 18 KB. A language is one
 * text, with a line for each key of the English module.
 *
 * @type {import('esbuild').Plugin}
 */
export const textsPlugin = {
  name: 'texts',
  setup({ onLoad, onResolve }) {
    /** @type {Map<string, Promise<Record<string, string>>>} */
    const read = new Map();
    /** @param {string} path */
    const textsOf = (path) => {
      const present = read.get(path) ?? evaluate(path);
      read.set(path, present);
      return present;
    };
    onResolve({ filter: new RegExp(`^${KEYS}`) }, ({ path, resolveDir }) => ({
      path: join(resolveDir, `${path.slice(KEYS.length)}en.ts`),
      namespace: 'text-keys',
    }));
    onLoad({ filter: /./, namespace: 'text-keys' }, async ({ path }) => {
      const keys = Object.keys(await textsOf(path)).join(' ');
      return {
        contents: `const keys = ${JSON.stringify(keys)}.split(' ');
          export default (lines) => Object.fromEntries(lines.split('\\n').map((line, i) => [keys[i], line]));`,
      };
    });
    onLoad({ filter: LOADERS }, async ({ path }) => {
      const set = basename(path, '.ts');
      // A language must not be the first to load the keys, which would add a request in a row.
      const keys = `${KEYS}${set === 'languages' ? '' : `${set}-`}`;
      return { contents: `${await readFile(path, 'utf8')}\nimport '${keys}';`, loader: 'ts' };
    });
    onLoad({ filter: TEXTS }, async ({ path }) => {
      const [, set] = TEXTS.exec(path) ?? [];
      const prefix = set ? `${set}-` : '';
      const [english, texts] = await Promise.all([textsOf(join(path, '..', `${prefix}en.ts`)), textsOf(path)]);
      const lines = Object.keys(english).map((key) => {
        const text = texts[key] ?? '';
        if (!text || text.includes('\n')) throw new Error(`${path}: the text ${key} is not one line.`);
        return text;
      });
      return {
        contents: `import textsOf from '${KEYS}${prefix}';
          export default /* @__PURE__ */ textsOf(${JSON.stringify(lines.join('\n'))});`,
      };
    });
  },
};

/**
 * The texts of a module.
 *
 * @param {string} path
 * @returns {Promise<Record<string, string>>}
 */
async function evaluate(path) {
  const { outputFiles } = await build({ entryPoints: [path], bundle: true, format: 'esm', write: false });
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).default;
}
