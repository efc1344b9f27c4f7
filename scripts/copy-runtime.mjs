// Copies what the built service reads while it runs: `node scripts/copy-runtime.mjs DIRECTORY`.
// The bundles contain most packages, so two thirds of the production dependencies stay behind.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { RUNTIME_PACKAGES } from './runtime-packages.mjs';

const root = resolve(import.meta.dirname, '..');
const [target] = process.argv.slice(2);
if (!target) throw new Error('Usage: node scripts/copy-runtime.mjs DIRECTORY');

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * @param {string} name name of a package
 * @param {string} from directory of the package that depends on it
 * @returns {string | undefined} its directory, found as Node.js finds it
 */
function directoryOf(name, from) {
  for (let directory = from; ; directory = dirname(directory)) {
    const found = join(directory, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (directory === root) return undefined;
  }
}

/** @type {Set<string>} directories of packages, with those that they depend on */
const packages = new Set();
/** @param {string} name @param {string} from */
function collect(name, from) {
  const directory = directoryOf(name, from);
  // An optional dependency of another platform is not installed.
  if (directory === undefined || packages.has(directory)) return;
  packages.add(directory);
  const { dependencies, optionalDependencies } = readJson(join(directory, 'package.json'));
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
    collect(needed, directory);
  }
}
for (const name of RUNTIME_PACKAGES) collect(name, root);

/** Types and source maps are not read, and neither is what Prisma has for other databases. */
const LEFT_OUT = /\.(d\.[cm]?ts|map)$|query_compiler_\w+\.(cockroachdb|mysql|sqlite|sqlserver)\./;

for (const directory of packages) {
  cpSync(directory, join(target, relative(root, directory)), {
    recursive: true,
    filter(path) {
      // Nested packages are copied if something needs them.
      const parts = relative(directory, path).split('/');
      return !parts.includes('node_modules') && !LEFT_OUT.test(path);
    },
  });
}
for (const name of ['dist', 'prisma/migrations', 'package.json', 'LICENSE']) {
  cpSync(join(root, name), join(target, name), { recursive: true });
}
