import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Catalogs of texts, like `settings-de.json`. Group 1 is the name, group 2 the language. */
const CATALOG = /[/\\]i18n[/\\](\w+)-(\w+)\.json$/;
/** Modules that load a catalog in the reader's language, by its name. */
const LOADER = /[/\\]i18n[/\\](main|settings|deployments|panel)\.ts$/;
const KEYS = 'text-keys:';

/**
 * Stores the keys of texts once instead of in each language, which saves 18 KB. A language is one
 * text, with a line for each key of the English catalog.
 *
 * @type {import('esbuild').Plugin}
 */
export const textsPlugin = {
  name: 'texts',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^${KEYS}`) }, ({ path, resolveDir }) => ({
      path: join(resolveDir, `${path.slice(KEYS.length)}-en.json`),
      namespace: 'text-keys',
    }));
    onLoad({ filter: /./, namespace: 'text-keys' }, ({ path }) => {
      const keys = Object.keys(textsOf(path)).join(' ');
      return {
        contents: `const keys = ${JSON.stringify(keys)}.split(' ');
          export default (lines) => Object.fromEntries(lines.split('\\n').map((line, i) => [keys[i], line]));`,
      };
    });
    // A language must not be the first to load the keys, which would add a request in a row.
    onLoad({ filter: LOADER }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\nimport '${KEYS}${basename(path, '.ts')}';`,
      loader: 'ts',
    }));
    onLoad({ filter: CATALOG }, ({ path }) => {
      const [, name] = CATALOG.exec(path) ?? [];
      const texts = textsOf(path);
      const lines = Object.keys(textsOf(join(path, '..', `${name}-en.json`))).map((key) => {
        const text = texts[key] ?? '';
        if (!text || text.includes('\n')) throw new Error(`${path}: the text ${key} is not one line.`);
        return text;
      });
      return {
        contents: `import textsOf from '${KEYS}${name}';
          export default /* @__PURE__ */ textsOf(${JSON.stringify(lines.join('\n'))});`,
        loader: 'js',
      };
    });
  },
};

/**
 * The texts of a catalog.
 *
 * @param {string} path
 * @returns {Record<string, string>}
 */
const textsOf = (path) => JSON.parse(readFileSync(path, 'utf8'));
