import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';

const TARGET = 'es2020';

/** Style sheets go in as their minified text. */
const cssText = /** @type {import('esbuild').Plugin} */ ({
  name: 'css-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, { loader: 'css', minify: true, target: TARGET });
      return { contents: code.trim().replace(/(--[a-z-]+): /g, '$1:'), loader: 'text' };
    });
  },
});

/** GraphQL documents go in as their text without line breaks. */
const graphqlText = /** @type {import('esbuild').Plugin} */ ({
  name: 'graphql-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.graphql$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return {
        contents: source
          .trim()
          .replace(/\s+/g, ' ')
          .replace(/ ?([{}(),:]) ?/g, '$1'),
        loader: 'text',
      };
    });
  },
});

/** How a client script is bundled: one closure, minified, for browsers of 2020; GraphQL documents and styles as text. */
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
