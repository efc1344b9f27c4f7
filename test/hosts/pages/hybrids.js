import { define, html } from 'hybrids';
import { listenToKeys } from './common.js';

listenToKeys();
define({
  tag: 'bakery-app',
  text: '',
  count: 0,
  render: ({ text, count }) => html`<h1>Fresh bread</h1>
    ${count > 0 && html`<canvas id="news" width="300" height="120"></canvas>`}
    ${[count].map((each) => html`<p id="target">Baked every morning</p>`.key(each))}
    <ul><li>Rye</li><li>Spelt</li></ul><label>Name <input id="field" oninput=${html.set('text')}></label>
    <output id="typed">${text}</output>
    <button type="button" id="change" onclick=${(host) => (host.count += 1)}>Change</button>`,
});
