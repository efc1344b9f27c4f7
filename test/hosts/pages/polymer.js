import { html, PolymerElement } from '@polymer/polymer/polymer-element.js';
import '@polymer/polymer/lib/elements/dom-if.js';
import '@polymer/polymer/lib/elements/dom-repeat.js';
import { listenToKeys } from './common.js';

listenToKeys();
class Bakery extends PolymerElement {
  static get properties() {
    return { text: { value: '' }, counts: { value: () => [0] }, isChanged: { value: false } };
  }

  static get template() {
    return html`<h1>Fresh bread</h1>
      <template is="dom-if" if="[[isChanged]]"><canvas id="news" width="300" height="120"></canvas></template>
      <template is="dom-repeat" items="[[counts]]"><p id="target">Baked every morning</p></template>
      <ul><li>Rye</li><li>Spelt</li></ul><label>Name <input id="field" value="{{text::input}}"></label>
      <output id="typed">[[text]]</output><button type="button" id="change" on-click="change">Change</button>`;
  }

  change() {
    this.isChanged = true;
    this.counts = [this.counts[0] + 1];
  }
}
customElements.define('bakery-app', Bakery);
