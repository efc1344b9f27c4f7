import { createSignal, For, Show } from 'solid-js';
import html from 'solid-js/html';
import { render } from 'solid-js/web';
import { listenToKeys } from './common.js';

listenToKeys();
const [text, setText] = createSignal('');
const [counts, setCounts] = createSignal([0]);
const bakery = () => html`<main><h1>Fresh bread</h1>
  <${Show} when=${() => counts()[0] > 0}>${() => html`<canvas id="news" width="300" height="120"></canvas>`}<//>
  <${For} each=${counts}>${() => html`<p id="target">Baked every morning</p>`}<//>
  <ul><${For} each=${() => ['Rye', 'Spelt']}>${(name) => html`<li>${name}</li>`}<//></ul>
  <label>Name <input id="field" onInput=${({ target }) => setText(target.value)}></label>
  <output id="typed">${text}</output>
  <button type="button" id="change" onClick=${() => setCounts([counts()[0] + 1])}>Change</button></main>`;
render(bakery, document.querySelector('#root'));
