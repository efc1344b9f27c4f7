import { html, LitElement } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { listenToKeys } from './common.js';

listenToKeys();
class Bakery extends LitElement {
  static properties = { text: {}, count: {} };

  constructor() {
    super();
    this.text = '';
    this.count = 0;
  }

  render() {
    const { text, count } = this;
    return html`<h1>Fresh bread</h1>${count ? html`<canvas id="news" width="300" height="120"></canvas>` : ''}
      ${keyed(count, html`<p id="target">Baked every morning</p>`)}<ul><li>Rye</li><li>Spelt</li></ul>
      <label>Name <input id="field" @input=${({ target }) => (this.text = target.value)}></label>
      <output id="typed">${text}</output>
      <button type="button" id="change" @click=${() => this.count++}>Change</button>`;
  }
}
customElements.define('bakery-app', Bakery);
