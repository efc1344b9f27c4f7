// Builds everything that `npm start` and the tests run: the generated database client, the server, the client scripts.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { CLIENT_BUNDLE } from './client-bundle.mjs';
import { bundleOverlay } from './overlay-bundle.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

generateDatabaseClient();
rmSync('dist', { recursive: true, force: true });
await Promise.all([buildServer(), buildClients()]);

/** Runs `prisma generate` when the schema or Prisma itself has changed. */
function generateDatabaseClient() {
  const stampFile = 'src/generated/stamp';
  const stamp = createHash('sha256')
    .update(readFileSync('prisma/schema.prisma'))
    .update(readFileSync('node_modules/prisma/package.json'))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  // The command looks for this engine and would download it, though generating never runs it: any program will do.
  const PRISMA_SCHEMA_ENGINE_BINARY = process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath;
  // Its generators are looked up in PATH.
  const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);
  execFileSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate', '--no-hints'], {
    env: { ...process.env, PATH, PRISMA_SCHEMA_ENGINE_BINARY, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(stampFile, stamp);
}

function buildServer() {
  return build({
    entryPoints: {
      server: 'src/server.ts',
      worker: 'src/worker.ts',
      'comparison-worker': 'src/infrastructure/comparison/worker.ts',
    },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    // Read at every start, and kept: the names and lines suffice.
    sourcesContent: false,
    logLevel: 'warning',
  });
}

async function buildClients() {
  mkdirSync('dist/clients', { recursive: true });
  for (const page of ['landing', 'demo', 'docs', 'graphiql', 'reset-password', 'accept-invitation'])
    writeFileSync(`dist/clients/${page}.html`, withIncluded(readFileSync(`clients/${page}/index.html`, 'utf8')));
  await packGraphiql();
  for (const [name, text] of await bundleOverlay(process.cwd())) writeFileSync(`dist/clients/${name}`, text);
  await build({
    entryPoints: { rebind: 'clients/shared/rebind/inject.ts', 'embed.min': 'clients/embed/main.ts' },
    outdir: 'dist/clients',
    ...CLIENT_BUNDLE,
  });
  // They run in pages that are captured, never on strangers' pages; the browser is as new as we are.
  await build({
    entryPoints: {
      'capture/page': 'clients/capture/main.ts',
      'capture/deny': 'clients/capture/deny.ts',
      'capture/stop-time': 'clients/capture/freeze-clock.ts',
    },
    outdir: 'dist/clients',
    ...CLIENT_BUNDLE,
    target: 'es2022',
  });
}

/** GraphiQL's parts as files of their own, compressed: a page with all of them in it has nine megabytes. */
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

/**
 * Puts what pages share into one: `<!-- include account-pages/post.js -->` becomes a script, a `.css` becomes a style.
 *
 * @param {string} html
 */
function withIncluded(html) {
  return html.replace(/<!-- include (\S+\.(css|js)) -->/g, (_, path, type) => {
    const tag = type === 'css' ? 'style' : 'script';
    return `<${tag}>\n${readFileSync(`clients/${path}`, 'utf8')}</${tag}>`;
  });
}
