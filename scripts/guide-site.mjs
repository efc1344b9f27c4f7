import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import Eleventy from '@11ty/eleventy';
import { build } from 'esbuild';
import sharp from 'sharp';
import { configureMarkdown } from './guide-markdown.mjs';

/** Path of the guide at the service. */
const GUIDE = '/guide';
const SOURCE = 'docs';
const CLIENT = 'clients/guide';
/** Folder whose page lists its files. */
const DECISIONS = `${SOURCE}/decisions`;

const MISSING = `# This page does not exist

The guide of this version has no page at this address. Search for it with the field above, or begin with [the list of all pages](README.md).
`;

/**
 * Builds the guide from the Markdown files of `docs`: pages, and below `assets/` what they load,
 * with hashes in the names, so that it can be cached for good.
 *
 * @returns {Promise<Map<string, Uint8Array>>} contents by path
 */
export async function buildGuide() {
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  const add = (/** @type {string} */ name, /** @type {Uint8Array} */ content) => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
    const path = `assets/${basename(name, extname(name))}-${hash}${extname(name)}`;
    files.set(path, content);
    return `${GUIDE}/${path}`;
  };
  const [pictures, client] = await Promise.all([readPictures(), bundleClient()]);
  /** @type {Map<string, import('./guide-markdown.mjs').Section[]>} */
  const sections = new Map();
  const targets = {
    pageUrl,
    titleOf,
    picture: (/** @type {string} */ path) => {
      const found = pictures.get(path);
      return found && { ...found, url: add(path, found.content) };
    },
    fileUrl: (/** @type {string} */ path) => add(`${basename(path)}.txt`, readFileSync(path)),
  };
  // Texts are complete when all pages are rendered; the layout names them by a placeholder.
  const pages = await renderPages({
    targets,
    sections,
    data: { style: add('guide.css', client.style), script: add('guide.js', client.script), texts: TEXTS },
  });
  const texts = add('texts.json', Buffer.from(JSON.stringify(searchTexts(sections))));
  for (const { inputPath, content } of pages) {
    files.set(fileOf(inputPath), Buffer.from(content.replace(TEXTS, texts)));
  }
  return files;
}

const TEXTS = '{{TEXTS}}';

/**
 * @param {{
 *   targets: import('./guide-markdown.mjs').Targets,
 *   sections: Map<string, import('./guide-markdown.mjs').Section[]>,
 *   data: Record<string, string>,
 * }} options `sections` receives those of each page
 * @returns {Promise<{ inputPath: string, content: string }[]>}
 */
function renderPages({ targets, sections, data }) {
  const groups = contents();
  const order = groups.flatMap(({ pages }) => pages);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const generator = new Eleventy(SOURCE, undefined, {
    quietMode: true,
    configPath: false,
    config(/** @type {any} */ config) {
      config.setUseGitIgnore(false);
      config.setLayoutsDirectory(join('..', CLIENT));
      config.setTemplateFormats(['md']);
      config.addTemplate('decisions/index.md', decisions());
      config.addTemplate('404.md', MISSING);
      config.amendLibrary('md', (/** @type {any} */ library) =>
        configureMarkdown(library, targets, (inputPath, found) => sections.set(inputPath, found)),
      );
      config.addGlobalData('layout', 'layout.liquid');
      config.addGlobalData('guide', { ...data, groups, version, theme: readFileSync(`${CLIENT}/theme.js`, 'utf8') });
      config.addFilter('pageOf', (/** @type {string} */ inputPath) => {
        const own = sections.get(inputPath) ?? [];
        const url = urlOf(inputPath);
        const at = order.findIndex((page) => page.url === url);
        return {
          title: own[0]?.heading,
          current: inputPath.startsWith(`./${DECISIONS}/`) ? urlOf(DECISIONS) : url,
          sections: own.filter(({ level }) => level === 2 || level === 3),
          before: order[at - 1],
          after: at < 0 ? undefined : order[at + 1],
        };
      });
      return { markdownTemplateEngine: false };
    },
  });
  return generator.toJSON();
}

/** Path of a page's file within the guide. */
const fileOf = (/** @type {string} */ inputPath) =>
  `${inputPath
    .replace(/^(\.\/)?docs\//, '')
    .replace(/(^|\/)index\.md$/, '.md')
    .replace(/^README\.md$/, 'index.md')
    .replace(/\.md$/, '')}.html`;

/** Address of a page or a folder of `docs`. */
const urlOf = (/** @type {string} */ path) =>
  `${GUIDE}/${fileOf(path)
    .replace(/\.html$/, '')
    .replace(/^index$/, '')}`;

const pageUrl = (/** @type {string} */ path) =>
  path === DECISIONS || /^docs\/.*\.md$/.test(path) ? urlOf(path) : undefined;

const titleOf = (/** @type {string} */ path) =>
  path === DECISIONS ? 'Decisions' : (/^# (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? basename(path));

/** Groups of pages: the headings and the links of the index. */
function contents() {
  const [, ...groups] = readFileSync(`${SOURCE}/README.md`, 'utf8').split(/^## /m);
  return groups.map((group) => ({
    name: group.split('\n')[0] ?? '',
    pages: [...group.matchAll(/^\| \[.*?\]\((.*?)\)/gm)].map(([, name = '']) => {
      const path = join(SOURCE, name);
      return { url: urlOf(path), name: titleOf(path) };
    }),
  }));
}

/** Page that lists the decision records. */
function decisions() {
  const names = readdirSync(DECISIONS).filter((name) => name.endsWith('.md'));
  const lines = names.sort().map((name) => `- [${titleOf(join(DECISIONS, name))}](${name})`);
  return `# Decisions\n\nRecords of decisions about the architecture, with their reasons.\n\n${lines.join('\n')}\n`;
}

/** Reads the pictures of the documentation, with their sizes. */
async function readPictures() {
  const paths = readdirSync(`${SOURCE}/images`).map((name) => `${SOURCE}/images/${name}`);
  const entries = paths.map(async (path) => {
    const content = readFileSync(path);
    const { width = 0, height = 0 } = await sharp(content).metadata();
    return /** @type {const} */ ([path, { content, width, height }]);
  });
  return new Map(await Promise.all(entries));
}

/** Bundles the script and the style sheet, which contains the colors of the dashboard. */
async function bundleClient() {
  const { outputFiles } = await build({
    entryPoints: [`${CLIENT}/main.ts`, `${CLIENT}/guide.css`],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    outdir: 'assets',
    write: false,
    legalComments: 'none',
    logLevel: 'warning',
  });
  const [script, style] = ['.js', '.css'].map((end) => outputFiles.find(({ path }) => path.endsWith(end))?.contents);
  if (!script || !style) throw new Error('The guide has no script or no style sheet.');
  return { script, style };
}

/**
 * Texts that the search reads: of each page its address, its title, and its sections.
 *
 * @param {Map<string, import('./guide-markdown.mjs').Section[]>} sections
 */
const searchTexts = (sections) =>
  [...sections]
    .filter(([inputPath]) => !/\/(404|README)\.md$/.test(inputPath))
    .map(([inputPath, own]) => ({
      url: urlOf(inputPath),
      title: own[0]?.heading ?? '',
      sections: own.map(({ id, level, heading, text }) => [level === 1 ? '' : id, heading, text.trim()]),
    }));
