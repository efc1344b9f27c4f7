import { execFile } from 'node:child_process';
import { copyFile, cp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import type { Application, Host } from './host.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Loads packages of this suite, which have no types here. */
const load = createRequire(join(ROOT, 'package.json'));

/** Bundles the script of a host. */
export const bundleHost = ({ script = 'plain.js', alias }: Host): Promise<string> => bundle(script, { alias });

const WITHOUT_TELEMETRY = { NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };

/** Builds an application outside of the sources, and returns the directory of its files. */
export async function buildApplication({ name, components, command, output }: Application): Promise<string> {
  const [program = '', ...rest] = command;
  const directory = join(ROOT, 'node_modules/.built', name);
  await rm(directory, { recursive: true, force: true });
  await cp(join(ROOT, 'pages', name), directory, { recursive: true });
  for (const file of ['common.js', 'react.js']) {
    await copyFile(join(ROOT, 'pages', file), join(directory, components, file));
  }
  await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules', program), ...rest], {
    cwd: directory,
    // Frameworks warn of builds in the development mode that the tests run in.
    env: { ...process.env, NODE_ENV: 'production', ...WITHOUT_TELEMETRY },
  });
  return join(directory, output);
}

/** Runs the server of a host and returns its initial body, or the page of its application. */
export async function renderHost({ server = '', alias }: Host, application?: string): Promise<string> {
  if (application) return readFile(join(application, 'index.html'), 'utf8');
  if (!server) return '';
  const text = await bundle(server, { alias, platform: 'node', format: 'cjs' });
  const module = { exports: {} as { render(): Promise<string> } };
  new Function('module', 'exports', 'require', text)(module, module.exports, load);
  return module.exports.render();
}

async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, 'pages', entry)],
    bundle: true,
    write: false,
    format: 'iife',
    mainFields: options.platform === 'node' ? ['main', 'module'] : ['browser', 'module', 'main'],
    // Development builds report what a foreign script breaks.
    define: { 'process.env.NODE_ENV': '"development"', __VUE_PROD_DEVTOOLS__: 'false', __VUE_OPTIONS_API__: 'true' },
    loader: { '.html': 'text' },
    plugins: [svelte, stencil, lwc],
    logLevel: 'error',
    ...options,
    alias: { ...options.alias },
  });
  return outputFiles?.[0]?.text ?? '';
}

/** Compiles components by the version of Svelte that the bundle uses. */
const svelte: Plugin = {
  name: 'svelte',
  setup({ onLoad, initialOptions }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { compile } = load(`${initialOptions.alias?.svelte ?? 'svelte'}/compiler`);
      const { js } = compile(await readFile(path, 'utf8'), { filename: path, css: 'injected' });
      return { contents: js.code };
    });
  },
};

/** Compiles a component of Stencil to a custom element that defines itself. */
const stencil: Plugin = {
  name: 'stencil',
  setup({ onLoad }) {
    onLoad({ filter: /stencil\.tsx$/ }, async ({ path }) => {
      const { transpileSync } = load('@stencil/core/compiler');
      const options = { componentExport: 'customelement', coreImportPath: '@stencil/core/internal/client', file: path };
      const { code } = transpileSync(await readFile(path, 'utf8'), { ...options, target: 'es2020' });
      return { contents: code, loader: 'js' };
    });
  },
};

/** Compiles components of LWC; a template without styles imports them all the same. */
const lwc: Plugin = {
  name: 'lwc',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^lwc$/ }, () => ({ path: load.resolve('@lwc/engine-dom') }));
    onResolve({ filter: /^x\// }, ({ path }) => ({ path: join(ROOT, 'pages/lwc', `${path}.js`) }));
    onResolve({ filter: /\.css(\?|$)/ }, ({ path, importer }) =>
      importer.includes('/lwc/x/') ? { path, namespace: 'lwc' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'lwc' }, () => ({ contents: 'export default undefined' }));
    onLoad({ filter: /\/lwc\/x\/\w+\.(js|html)$/ }, async ({ path }) => {
      const { transformSync } = load('@lwc/compiler');
      const component = { namespace: 'x', name: parse(path).name };
      const { code } = transformSync(await readFile(path, 'utf8'), path, component);
      return { contents: code, loader: 'js' };
    });
  },
};
