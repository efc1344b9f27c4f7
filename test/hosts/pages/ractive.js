import Ractive from 'ractive';
import { listenToKeys } from './common.js';

listenToKeys();
Ractive.DEBUG = false;
new Ractive({
  target: '#root',
  data: { text: '', counts: [0], names: ['Rye', 'Spelt'] },
  template: `<h1>Fresh bread</h1>{{#if counts[0]}}<canvas id="news" width="300" height="120"></canvas>{{/if}}
    {{#each counts}}<p id="target">Baked every morning</p>{{/each}}<ul>{{#each names}}<li>{{.}}</li>{{/each}}</ul>
    <label>Name <input id="field" value="{{text}}"></label> <output id="typed">{{text}}</output>
    <button type="button" id="change" on-click="@.set('counts', [@.get('counts')[0] + 1])">Change</button>`,
});
