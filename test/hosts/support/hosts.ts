import type { Host } from './host.ts';

const ROOT = '<div id="root"></div>';
const RENDERED = '<div id="root">$SERVER</div>';

const REACT_17 = { react: 'react17', 'react-dom': 'react-dom17' };
const REACT_18 = { react: 'react18', 'react-dom': 'react-dom18' };
const angular = (version: number) => ({
  'zone.js': `zone${version}`,
  ...Object.fromEntries(
    ['core', 'common', 'compiler', 'platform-browser'].map((name) => [`@angular/${name}`, `angular${version}-${name}`]),
  ),
});

/** Pages of frameworks that render the contents. */
const FRAMEWORKS: readonly Host[] = [
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
];

/** Every host. */
export const HOSTS: readonly Host[] = [{ name: 'a plain page' }, ...FRAMEWORKS];
