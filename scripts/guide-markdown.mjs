import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import highlighter from 'highlight.js';

/**
 * @typedef {object} Section part of a page below a heading
 * @property {string} id anchor of the heading
 * @property {number} level 1 for the title of the page
 * @property {string} heading
 * @property {string} text everything below, without marks
 */

/** @typedef {{ url: string, width: number, height: number }} Picture */

/**
 * @typedef {object} Targets
 * @property {(path: string) => string | undefined} pageUrl address of a Markdown file or folder
 * @property {(path: string) => string} titleOf title of that page
 * @property {(path: string) => Picture | undefined} picture
 * @property {(path: string) => string} fileUrl address of another file
 */

/** Anchor of a heading, as GitHub forms it: links work in the repository and in the guide. */
const anchorOf = (/** @type {string} */ heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** @param {any} inline token whose children are texts, marks and code */
const textOf = ({ children }) =>
  children.map((/** @type {any} */ { content, type }) => (type === 'softbreak' ? ' ' : content)).join('');

/**
 * Teaches the Markdown library anchors, links between files, sizes of pictures, and colors of code.
 *
 * @param {any} library markdown-it
 * @param {Targets} targets
 * @param {(inputPath: string, sections: Section[]) => void} report receives those of each page
 */
export function configureMarkdown(library, targets, report) {
  library.set({
    highlight: (/** @type {string} */ code, /** @type {string} */ language) =>
      highlighter.getLanguage(language) ? highlighter.highlight(code, { language }).value : '',
  });
  library.renderer.rules.table_open = () => '<div class="scroll"><table>';
  library.renderer.rules.table_close = () => '</table></div>';
  library.core.ruler.push('guide', (/** @type {any} */ state) => {
    const { inputPath } = state.env.page;
    const folder = dirname(inputPath);
    for (const token of state.tokens) {
      for (const [index, child] of (token.children ?? []).entries()) {
        if (child.type === 'image') showPicture(child, folder, targets);
        else if (child.type === 'link_open') resolveLink(child, token.children[index + 1], folder, targets);
      }
      // The content security policy permits no styles of elements.
      const align = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '')?.[1];
      if (align) token.attrs = [['data-align', align]];
    }
    state.tokens = withoutEmptyHeads(state.tokens);
    report(inputPath, sectionsOf(state.tokens));
  });
}

/**
 * Gives a picture its address, and the size that its place has before it is loaded.
 *
 * @param {any} token
 * @param {string} folder of the page
 * @param {Targets} targets
 */
function showPicture(token, folder, { picture }) {
  const found = picture(join(folder, token.attrGet('src')));
  if (!found) return;
  token.attrSet('src', found.url);
  for (const side of /** @type {const} */ (['width', 'height'])) token.attrSet(side, String(found[side]));
  token.attrSet('loading', 'lazy');
  token.attrSet('decoding', 'async');
}

/**
 * Replaces the path of a link by its address, and the name of a file by the title of its page.
 *
 * @param {any} token
 * @param {any} label the token after it
 * @param {string} folder of the page
 * @param {Targets} targets
 */
function resolveLink(token, label, folder, { pageUrl, titleOf, fileUrl }) {
  const href = token.attrGet('href');
  if (/^\w+:/.test(href)) token.attrSet('rel', 'noreferrer');
  const [path = '', anchor] = href.split('#');
  const file = join(folder, path);
  if (path === '' || !existsSync(file)) return;
  const page = pageUrl(file);
  if (!page && statSync(file).isDirectory()) return;
  const url = page ?? fileUrl(file);
  token.attrSet('href', anchor === undefined ? url : `${url}#${anchor}`);
  if (page && label.content.replace(/\/$/, '') === path) label.content = titleOf(file);
}

/**
 * Removes heads of tables without a text, and lets empty cells of other heads be no headings.
 *
 * @param {any[]} tokens
 */
function withoutEmptyHeads(tokens) {
  for (const [index, { type }] of tokens.entries()) {
    if (type !== 'th_open' || tokens[index + 1].content !== '') continue;
    tokens[index].tag = 'td';
    tokens[index + 2].tag = 'td';
  }
  let isDropped = false;
  return tokens.filter(({ type }, index) => {
    if (type === 'thead_open') {
      const end = tokens.findIndex((token, at) => at > index && token.type === 'thead_close');
      isDropped = !tokens.slice(index, end).some((token) => token.type === 'inline' && token.content !== '');
    }
    const isKept = !isDropped;
    if (type === 'thead_close') isDropped = false;
    return isKept;
  });
}

/**
 * Gives each heading its anchor.
 *
 * @param {any[]} tokens of a page
 */
function sectionsOf(tokens) {
  /** @type {Section[]} */
  const sections = [];
  /** @type {Map<string, number>} */
  const used = new Map();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[index + 1]);
      const anchor = anchorOf(heading);
      const count = used.get(anchor) ?? 0;
      used.set(anchor, count + 1);
      const id = count === 0 ? anchor : `${anchor}-${count}`;
      token.attrSet('id', id);
      sections.push({ id, level: Number(token.tag.slice(1)), heading, text: '' });
    } else if (['inline', 'fence'].includes(token.type) && tokens[index - 1]?.type !== 'heading_open') {
      const section = sections.at(-1);
      if (section) section.text += `${token.type === 'fence' ? token.content : textOf(token)} `;
    }
  }
  return sections;
}
