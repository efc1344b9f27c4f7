import { connect, listenToKeys, markup } from './common.js';

listenToKeys();
window.require(['dojo/dom', 'dojo/dom-construct', 'dojo/domReady!'], (dom, construct) => {
  construct.place(`<div>${markup()}</div>`, dom.byId('bakery'), 'only');
  connect(dom.byId('bakery'));
});
