// Half a minute: it builds applications of several frameworks with the package pinbound-source,
// and without it.
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifestOf } from '../../clients/source-plugin/manifest.ts';
import { launchBrowser } from '../support/browser.ts';

const PACKAGES = resolve('test/hosts/node_modules');
const PLUGIN = pathToFileURL(resolve('dist/clients/source-plugin/index.js')).href;
const LOADER = resolve('dist/clients/source-plugin/loader.js');

interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly config: string;
  /** Text of the configuration, with the plugin and without it. */
  readonly configure: (marks: boolean) => string;
  readonly command: readonly string[];
  readonly output: string;
}

const VITE = {
  config: 'vite.config.mjs',
  command: ['vite/bin/vite.js', 'build', '--logLevel', 'error'],
  output: 'dist',
};
const viteConfig = (framework: string) => (marks: boolean) =>
  `
import source from '${PLUGIN}';
${framework}
export default { plugins: [${marks ? 'source.vite(), ' : ''}framework()] };`;
const page = (script: string) =>
  `<!doctype html><html lang="en"><body><div id="app"></div><script type="module" src="/${script}"></script></body></html>`;

const NEXT_FILES = {
  'app/layout.jsx': `export default ({ children }) => <html lang="en"><body>{children}</body></html>;`,
  'app/page.jsx': `import { Prices } from '../src/price-list.jsx';
    export default function Page() { return <main><Prices plans={['S', 'M']} /></main>; }`,
};
const nextConfig = (marked: string, plain: string) => (marks: boolean) =>
  `
import source from '${PLUGIN}';
const root = import.meta.dirname;
export default { output: 'export', ${marks ? marked : plain} };`;

const PROJECTS: Project[] = [
  {
    ...VITE,
    name: 'React by Vite',
    files: {
      'index.html': page('src/main.jsx'),
      'src/main.jsx': `import { createRoot } from 'react-dom/client'; import { Prices } from './price-list.jsx';
        createRoot(document.getElementById('app')).render(<Prices plans={['S', 'M']} />);`,
    },
    configure: viteConfig("import framework from '@vitejs/plugin-react';"),
  },
  {
    ...VITE,
    name: 'Vue by Vite',
    files: {
      'index.html': page('src/main.js'),
      'src/main.js': `import { createApp } from 'vue'; import Prices from './price-list.vue';
        createApp(Prices, { plans: ['S', 'M'] }).mount('#app');`,
    },
    configure: viteConfig("import framework from '@vitejs/plugin-vue';"),
  },
  {
    ...VITE,
    name: 'Svelte by Vite',
    files: {
      'index.html': page('src/main.js'),
      'src/main.js': `import { mount } from 'svelte'; import Prices from './price-list.svelte';
        mount(Prices, { target: document.getElementById('app'), props: { plans: ['S', 'M'] } });`,
    },
    configure: viteConfig(`import { compile } from 'svelte/compiler';
      const framework = () => ({ name: 'svelte', transform: (code, id) =>
        id.endsWith('.svelte') ? { code: compile(code, { filename: id }).js.code } : undefined });`),
  },
  {
    name: 'Next by Turbopack',
    files: NEXT_FILES,
    config: 'next.config.mjs',
    configure: nextConfig(
      `turbopack: { root: '/', rules: { '*.jsx': { loaders: ['${LOADER}'] } } }`,
      "turbopack: { root: '/' }",
    ),
    command: ['next/dist/bin/next', 'build'],
    output: 'out',
  },
  {
    name: 'Next by webpack',
    files: NEXT_FILES,
    config: 'next.config.mjs',
    configure: nextConfig('webpack: (config) => (config.plugins.push(source.webpack({ root })), config)', ''),
    command: ['next/dist/bin/next', 'build', '--webpack'],
    output: 'out',
  },
];

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pinbound-source-'));
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Builds a project in a directory of its own; returns that directory. */
async function build({ name, files, config, configure, command }: Project, marks: boolean): Promise<string> {
  // Next does not compile JSX below node_modules.
  const directory = join(folder, `${name} ${marks}`.replaceAll(' ', '-').toLowerCase());
  cpSync('test/hosts/pages/source', join(directory, 'src'), { recursive: true });
  const texts = { ...files, [config]: configure(marks), 'package.json': '{ "type": "module", "private": true }' };
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  symlinkSync(PACKAGES, join(directory, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: directory });
  const [program = '', ...rest] = command;
  await promisify(execFile)(process.execPath, [join(PACKAGES, program), ...rest], {
    cwd: directory,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  return directory;
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Opens a built page; returns its marked elements, and what the console printed. */
async function open(output: string) {
  const tab = await browser.newPage();
  const printed: string[] = [];
  tab.on('console', (message) => printed.push(message.text()));
  tab.on('pageerror', (error) => printed.push(String(error)));
  await tab.setRequestInterception(true);
  tab.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const path = join(output, pathname === '/' ? 'index.html' : decodeURIComponent(pathname));
    try {
      void request.respond({ contentType: TYPES[extname(path)] ?? 'text/plain', body: readFileSync(path) });
    } catch {
      // Icons that the browser asks for.
      void request.respond({ status: 204 });
    }
  });
  await tab.goto('http://localhost/', { waitUntil: 'networkidle0' });
  await tab.waitForSelector('ul li:nth-child(2)');
  const marked = await tab.$$eval('[data-pb]', (elements) =>
    elements.map((element) => ({ id: element.getAttribute('data-pb') ?? '', tag: element.localName })),
  );
  await tab.close();
  return { marked, printed };
}

const gzippedSize = (output: string): number =>
  readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(html|js)$/.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(output, name))).length, 0);

test.concurrent.each(PROJECTS)('$name: the page has the ids that the manifest names', async (project) => {
  const [directory, plain] = [await build(project, true), await build(project, false)];
  const { marked, printed } = await open(join(directory, project.output));
  const { files, elements } = manifestOf({ root: directory, elements: 'all' });
  const placed = marked.map(({ id, tag }) => {
    const [[file = -1, line = 0, , , stated] = []] = elements[id] ?? [];
    const code = readFileSync(join(directory, files[file] ?? ''), 'utf8').split('\n');
    return { tag, stated, isThere: code[line - 1]?.includes(`<${tag}`) };
  });
  expect(placed.length).toBeGreaterThanOrEqual(8);
  for (const { tag, stated, isThere } of placed) expect({ stated, isThere }).toEqual({ stated: tag, isThere: true });
  expect(marked.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['section', 'h2', 'ul', 'li', 'button', 'p']));
  // Neither a warning of hydration nor an error.
  expect(printed).toEqual([]);
  expect(gzippedSize(join(directory, project.output)) / gzippedSize(join(plain, project.output))).toBeLessThan(1.02);
});
