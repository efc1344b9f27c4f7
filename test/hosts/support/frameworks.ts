import type { Host } from './host.ts';

const ROOT = '<div id="root"></div>';
const RENDERED = '<div id="root">$SERVER</div>';
const APP = '<bakery-app></bakery-app>';
/** Prefix of selectors of elements in the shadow root of that component. */
const IN_APP = 'bakery-app >>> ';

const REACT_17 = { react: 'react17', 'react-dom': 'react-dom17' };
const REACT_18 = { react: 'react18', 'react-dom': 'react-dom18' };
const angular = (version: number) => ({
  'zone.js': `zone${version}`,
  ...Object.fromEntries(
    ['core', 'common', 'compiler', 'platform-browser'].map((name) => [`@angular/${name}`, `angular${version}-${name}`]),
  ),
});

/** The snippet stands behind the head's own elements, as tag managers insert it. */
const withSnippet: Host['document'] = ({ html }, rendered) =>
  `<!doctype html>${rendered.replace(/^<!doctype html>/i, '').replace('</head>', `${html}</head>`)}`;

const WHOLE_DOCUMENT: Omit<Host, 'name'> = {
  script: 'react-document.js',
  server: 'react-document-server.js',
  document: withSnippet,
};

/** Pages of frameworks that render the contents. */
export const FRAMEWORKS: readonly Host[] = [
  { name: 'React 17, hydrated', script: 'react-17.js', server: 'react-server.js', alias: REACT_17, body: RENDERED },
  {
    name: 'React 18, hydrated',
    script: 'react-hydrate.js',
    server: 'react-server.js',
    alias: REACT_18,
    body: RENDERED,
  },
  { name: 'React 18', script: 'react-client.js', alias: REACT_18, body: ROOT },
  { name: 'React 19, hydrated', script: 'react-hydrate.js', server: 'react-server.js', body: RENDERED },
  { name: 'Preact', script: 'preact.js', alias: { react: 'preact/compat' }, body: ROOT },
  { name: 'Angular 15 with zone.js 0.11', script: 'angular.js', alias: angular(15), body: '<app-root></app-root>' },
  { name: 'Angular 18 with zone.js 0.14', script: 'angular.js', alias: angular(18), body: '<app-root></app-root>' },
  {
    name: 'AngularJS 1.8',
    script: 'angularjs.js',
    body: `<main ng-app="bakery" ng-controller="Bakery as bakery"><h1>Fresh bread</h1>
      <canvas ng-if="bakery.counts[0]" id="news" width="300" height="120"></canvas>
      <p id="target" ng-repeat="count in bakery.counts track by count">Baked every morning</p>
      <ul><li ng-repeat="name in bakery.names">{{ name }}</li></ul>
      <label>Name <input id="field" ng-model="text" ng-trim="false"></label> <output id="typed">{{ text }}</output>
      <button type="button" id="change" ng-click="bakery.change()">Change</button></main>`,
  },
  {
    name: 'Vue 2, hydrated',
    script: 'vue-2.js',
    server: 'vue-2-server.js',
    alias: { vue: 'vue2/dist/vue.esm.js' },
    body: RENDERED,
  },
  {
    name: 'Vue 3, hydrated',
    script: 'vue-3.js',
    server: 'vue-3-server.js',
    body: RENDERED,
  },
  { name: 'Svelte 4', script: 'svelte-4.js', alias: { svelte: 'svelte4' }, body: ROOT },
  { name: 'Svelte 5', script: 'svelte-5.js', body: ROOT },
  { name: 'React 19 hydrates the whole document', ...WHOLE_DOCUMENT },
  { name: 'React 18 hydrates the whole document', ...WHOLE_DOCUMENT, alias: REACT_18 },
  {
    name: 'Next 16, built with the app router',
    application: {
      name: 'next',
      components: 'app',
      command: ['next/dist/bin/next', 'build', '--webpack'],
      output: 'out',
    },
    document: withSnippet,
  },
  {
    name: 'Astro 5, built with an island of React',
    application: { name: 'astro', components: 'src', command: ['astro/astro.js', 'build'], output: 'dist' },
    document: withSnippet,
  },
  {
    name: 'Nuxt 3, built and rendered before',
    application: {
      name: 'nuxt',
      components: '.',
      command: ['nuxt/bin/nuxt.mjs', 'generate'],
      output: '.output/public',
    },
    document: withSnippet,
  },
  { name: 'Solid', script: 'solid.js', body: ROOT },
  { name: 'Lit', script: 'lit.js', body: APP, within: IN_APP },
  { name: 'Polymer 3', script: 'polymer.js', body: APP, within: IN_APP },
  { name: 'FAST', script: 'fast.js', body: APP, within: IN_APP },
  { name: 'hybrids', script: 'hybrids.js', body: APP },
  { name: 'Stencil', script: 'stencil.js', body: APP, within: IN_APP },
  { name: 'LWC with synthetic shadow', script: 'lwc.js', body: ROOT },
  { name: 'a component with a closed shadow root', script: 'closed-root.js', body: ROOT },
  {
    name: 'Alpine',
    script: 'alpine.js',
    body: `<main x-data="{ text: '', counts: [0] }"><h1>Fresh bread</h1>
      <template x-if="counts[0]"><canvas id="news" width="300" height="120"></canvas></template>
      <template x-for="count in counts" :key="count"><p id="target">Baked every morning</p></template>
      <ul><template x-for="name in ['Rye', 'Spelt']"><li x-text="name"></li></template></ul>
      <label>Name <input id="field" x-model="text"></label> <output id="typed" x-text="text"></output>
      <button type="button" id="change" @click="counts = [counts[0] + 1]">Change</button></main>`,
  },
  {
    name: 'petite-vue',
    script: 'petite-vue.js',
    body: `<main v-scope><h1>Fresh bread</h1><canvas v-if="counts[0]" id="news" width="300" height="120"></canvas>
      <p id="target" v-for="count in counts" :key="count">Baked every morning</p><ul><li v-for="name in names">{{ name }}</li></ul>
      <label>Name <input id="field" v-model="text"></label> <output id="typed">{{ text }}</output>
      <button type="button" id="change" @click="counts = [counts[0] + 1]">Change</button></main>`,
  },
  {
    name: 'Knockout',
    script: 'knockout.js',
    body: `<main><h1>Fresh bread</h1>
      <!-- ko if: counts()[0] --><canvas id="news" width="300" height="120"></canvas><!-- /ko -->
      <!-- ko foreach: counts --><p id="target">Baked every morning</p><!-- /ko -->
      <ul data-bind="foreach: names"><li data-bind="text: $data"></li></ul>
      <label>Name <input id="field" data-bind="textInput: text"></label> <output id="typed" data-bind="text: text"></output>
      <button type="button" id="change" data-bind="click: change">Change</button></main>`,
  },
  { name: 'Backbone', script: 'backbone.js', body: ROOT },
  { name: 'Marionette', script: 'marionette.js', body: ROOT },
  { name: 'Mithril', script: 'mithril.js', body: ROOT },
  { name: 'Inferno', script: 'inferno.js', body: ROOT },
  { name: 'Hyperapp', script: 'hyperapp.js', body: ROOT },
  { name: 'Ractive', script: 'ractive.js', body: ROOT },
  { name: 'Riot', script: 'riot.js', body: APP },
  {
    name: 'Zepto',
    script: 'zepto.js',
    packages: ['zepto'],
    head: '<script src="packages/zepto/dist/zepto.js"></script>',
    body: ROOT,
  },
];
