import * as riot from 'riot/riot+compiler';
import { listenToKeys } from './common.js';

listenToKeys();
riot.inject(
  riot.compileFromString(`<bakery-app><h1>Fresh bread</h1>
    <canvas if={ state.counts[0] > 0 } id="news" width="300" height="120"></canvas>
    <p each={ count in state.counts } key={ count } id="target">Baked every morning</p>
    <ul><li each={ name in ['Rye', 'Spelt'] }>{ name }</li></ul>
    <label>Name <input id="field" oninput={ ({ target }) => update({ text: target.value }) }></label>
    <output id="typed">{ state.text }</output>
    <button type="button" id="change" onclick={ () => update({ counts: [state.counts[0] + 1] }) }>Change</button>
    <script>export default { state: { text: '', counts: [0] } }</script></bakery-app>`).code,
  'bakery-app',
  'bakery-app.riot',
);
riot.mount('bakery-app');
