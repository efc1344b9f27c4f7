import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin } from 'vitest/config';

const SOURCES = resolve('src');
/** Beside src/, so that paths relative to a module stay valid. */
const COMPILED = resolve('.compiled-src');
/** Name of the worker of comparisons in the build; no other module is started by its path. */
const RENAMED: Record<string, string> = {
  'infrastructure/comparison/comparison-worker': 'src/infrastructure/comparison/worker.ts',
};

/** Matches the compiled files, for the option `server.deps.external`. */
export const COMPILED_FILES = /\/\.compiled-src\//;

/** The module of a compiled file; both by their paths below the repository. */
export const sourceOf = (path: string): string => path.replace(/^\.compiled-src\/(.*)js$/, 'src/$1ts');

const isSource = (path: string) => path.endsWith('.ts') && !/\.(test|d)\.ts$/.test(path);

/**
 * Compiles each module of src/ to one file, which Node imports. Vite would transform a thousand
 * modules for each project and pass them one by one to each worker.
 * @param replacements test files that replace modules, by the path of the module
 */
export async function compileSources(replacements: Record<string, string>): Promise<void> {
  const modules = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(isSource);
  const { outputFiles } = await build({
    entryPoints: { ...Object.fromEntries(modules.map((path) => [path.slice(0, -3), `src/${path}`])), ...RENAMED },
    outdir: COMPILED,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    write: false,
    plugins: [oneFileEach(replacements)],
  });
  await Promise.all(outputFiles.map(({ path, text }) => writeChanged(path, text)));
}

/** Keeps imports of modules, whose compiled files have the same relative paths. */
const oneFileEach = (replacements: Record<string, string>): EsbuildPlugin => ({
  name: 'one-file-each',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/ts$/, 'js'), external: true },
    );
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const replacement = replacements[relative(process.cwd(), path)];
      return replacement ? { contents: await readFile(replacement, 'utf8'), loader: 'ts' } : undefined;
    });
  },
});

/** Leaves unchanged files alone, which another run may be importing. */
async function writeChanged(path: string, text: string): Promise<void> {
  const present = await readFile(path, 'utf8').catch(() => undefined);
  if (present === text) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Makes tests import the compiled files in place of the modules. */
export const importCompiledSources: Plugin = {
  name: 'import-compiled-sources',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || !source.startsWith('.')) return;
    const path = relative(SOURCES, resolve(dirname(importer), source));
    if (path.startsWith('..') || !isSource(path)) return;
    return join(COMPILED, path.replace(/ts$/, 'js'));
  },
};
