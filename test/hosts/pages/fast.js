import { attr, FASTElement, html, observable, repeat, when } from '@microsoft/fast-element';
import { listenToKeys } from './common.js';

listenToKeys();
class Bakery extends FASTElement {
  constructor() {
    super();
    this.text = '';
    this.counts = [0];
  }
}
for (const name of ['text', 'counts']) observable(Bakery.prototype, name);
attr(Bakery.prototype, 'kind');
Bakery.define({
  name: 'bakery-app',
  template: html`<h1>Fresh bread</h1>
    ${when(({ counts }) => counts[0] > 0, html`<canvas id="news" width="300" height="120"></canvas>`)}
    ${repeat(({ counts }) => counts, html`<p id="target">Baked every morning</p>`)}
    <ul><li>Rye</li><li>Spelt</li></ul>
    <label>Name <input id="field" @input=${(bakery, { event }) => (bakery.text = event.target.value)}></label>
    <output id="typed">${({ text }) => text}</output>
    <button type="button" id="change" @click=${(bakery) => (bakery.counts = [bakery.counts[0] + 1])}>Change</button>`,
});
