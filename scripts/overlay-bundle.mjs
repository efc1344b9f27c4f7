import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import { CLIENT_BUNDLE } from './client-bundle.mjs';

const DIRECTORY = 'clients/overlay';
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja'];

/**
 * The overlay's files by name: `overlay.js`, which pages load, and the parts that it imports when they are needed.
 * `overlay.js` asks for the parts by a version made of their content, so that caches never mix two versions.
 *
 * @param {string} root the repository's directory
 * @returns {Promise<Map<string, string>>}
 */
export async function bundleOverlay(root) {
  const entryPoints = {
    'overlay-app': `${DIRECTORY}/app.ts`,
    ...Object.fromEntries(LANGUAGES.map((language) => [`overlay-${language}`, `${DIRECTORY}/words/${language}.ts`])),
  };
  // Modules are always read as UTF-8; a script that a page loads is read as the page is written.
  const parts = await bundle(root, { entryPoints, format: 'esm', charset: 'utf8' });
  const hash = createHash('sha256');
  for (const text of parts.values()) hash.update(text);
  const define = { PARTS_VERSION: JSON.stringify(hash.digest('base64url').slice(0, 10)) };
  const own = await bundle(root, { entryPoints: { overlay: `${DIRECTORY}/main.ts` }, define });
  return new Map([...own, ...parts]);
}

/**
 * @param {string} root
 * @param {import('esbuild').BuildOptions} options
 */
async function bundle(root, options) {
  const { outputFiles = [] } = await build({
    ...CLIENT_BUNDLE,
    ...options,
    absWorkingDir: root,
    outdir: '.',
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [path.split(/[\\/]/).pop() ?? path, text]));
}
