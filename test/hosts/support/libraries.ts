import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import type { Host, HostFile } from './host.ts';

const CONTENTS = '<main id="bakery"></main>';
const OPEN = '<button type="button" id="open">Open</button>';
const FIELD = '<label>Name <input id="field"></label> <output id="typed"></output>';
const NEWS = '<canvas id="news" width="300" height="120"></canvas>';
const TARGET = '<p id="target">Baked every morning</p><ul><li>Rye</li><li>Spelt</li></ul>';

const STIMULUS_FIELD = '<input id="field"> <output id="typed" data-field-target="typed"></output>';

const pressOpen = (page: Page) => page.locator('#open').click();
const style = (name: string) => `<link rel="stylesheet" href="packages/${name}">`;
const modal = (kind: string) =>
  `${OPEN}<div class="modal" tabindex="-1"><div class="modal-dialog"><div class="modal-content">
    <div class="modal-body" id="bakery"></div></div></div></div><!--${kind}-->`;
/** The page that a link leads to, with the scripts of the first one. */
const next = (body: string): HostFile => ({
  type: 'text/html; charset=utf-8',
  text: ({ html }) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>News</title><script src="page.js"></script>${html}</head>
    <body>${body}</body></html>`,
});

/** Prototype 1.7.3, of Debian's package `libjs-prototype`: it is not on npm. */
const PROTOTYPE = '/usr/share/javascript/prototype/prototype.js';
const prototype = (): Host => ({
  name: 'Prototype',
  head: '<script src="prototype.js"></script>',
  body: CONTENTS,
  files: { 'prototype.js': { type: 'text/javascript', text: readFileSync(PROTOTYPE, 'utf8') } },
});

/** Pages that libraries of dialogs, of navigation and of effects change. */
export const LIBRARIES: readonly Host[] = [
  { name: 'a dialog of Radix', script: 'radix.js', body: '<div id="root"></div>', prepare: pressOpen },
  {
    name: 'a dialog of jQuery UI',
    script: 'jquery-ui.js',
    packages: ['jquery-ui'],
    head: style('jquery-ui/dist/themes/base/jquery-ui.css'),
    body: OPEN + CONTENTS,
    prepare: pressOpen,
  },
  {
    name: 'a modal of Bootstrap 5',
    script: 'bootstrap.js',
    packages: ['bootstrap'],
    head: style('bootstrap/dist/css/bootstrap.min.css'),
    body: modal('5'),
    prepare: pressOpen,
  },
  {
    name: 'a modal of Bootstrap 4',
    script: 'bootstrap-4.js',
    packages: ['bootstrap4'],
    head: style('bootstrap4/dist/css/bootstrap.min.css'),
    body: modal('4'),
    prepare: pressOpen,
  },
  {
    name: 'a modal of UIkit',
    script: 'uikit.js',
    packages: ['uikit'],
    head: style('uikit/dist/css/uikit.min.css'),
    body: `${OPEN}<div class="uk-modal" uk-modal="esc-close: true"><div class="uk-modal-dialog uk-modal-body" id="bakery"></div></div>`,
    // The modal takes the focus when its transition ends.
    prepare: async (page) => {
      await pressOpen(page);
      await page.waitForFunction('document.activeElement?.matches(".uk-modal.uk-open")');
    },
  },
  {
    name: 'MooTools',
    script: 'plain.js',
    packages: ['mootools'],
    head: '<script src="packages/mootools/lib/mootools-core-1.5.2-server.js"></script>',
    body: CONTENTS,
  },
  ...(existsSync(PROTOTYPE) ? [prototype()] : []),
  {
    name: 'Lenis and GSAP',
    script: 'smooth-scroll.js',
    body: CONTENTS,
    // The animation has ended.
    prepare: (page) => page.waitForSelector('#bakery[style*="opacity: 1;"]'),
  },
  {
    name: 'htmx',
    script: 'htmx.js',
    body: `<main><h1>Fresh bread</h1><div id="bakery">${TARGET}</div>${FIELD}
      <button type="button" id="change" hx-get="part.html" hx-target="#bakery">Change</button></main>`,
    files: { 'part.html': { type: 'text/html', text: NEWS + TARGET } },
  },
  {
    name: 'Turbo and Stimulus',
    document: ({ html }) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bakery</title>
      <script src="page.js" defer></script>${html}</head><body><h1>Fresh bread</h1>${TARGET}
      <p data-controller="field" data-action="input->field#show">${STIMULUS_FIELD}</p><a id="change" href="next">Change</a></body></html>`,
    script: 'turbo.js',
    files: {
      next: {
        type: 'text/html; charset=utf-8',
        text: ({ html }) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>News</title>
      <script src="page.js" defer></script>${html}</head><body><h1>Fresh bread</h1>${NEWS}${TARGET}
      <p data-controller="field" data-action="input->field#show">${STIMULUS_FIELD}</p></body></html>`,
      },
    },
  },
  {
    name: 'Unpoly',
    script: 'unpoly.js',
    body: `<h1>Fresh bread</h1><div id="bakery">${TARGET}</div>${FIELD}<a id="change" href="next" up-target="#bakery">Change</a>`,
    files: { next: next(`<div id="bakery">${NEWS}${TARGET}</div>`) },
  },
  {
    name: 'Swup',
    script: 'swup.js',
    body: `<h1>Fresh bread</h1><div id="bakery">${TARGET}${FIELD}</div><a id="change" href="next">Change</a>`,
    files: { next: next(`<div id="bakery">${NEWS}${TARGET}${FIELD}</div>`) },
  },
];
