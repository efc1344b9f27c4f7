import Backbone from 'backbone';
import Marionette from 'backbone.marionette';
import jQuery from 'jquery';
import { listenToKeys, markup } from './common.js';

listenToKeys();
Backbone.$ = jQuery;
const Bakery = Marionette.View.extend({
  template: ({ count, text }) => markup(count, text),
  events: { 'input #field': 'type', 'click #change': 'change' },
  modelEvents: { 'change:count': 'render' },
  type({ target }) {
    this.model.set('text', target.value);
    this.$('#typed').text(target.value);
  },
  change() {
    this.model.set('count', this.model.get('count') + 1);
  },
});
const App = Marionette.Application.extend({
  region: '#root',
  onStart() {
    this.showView(new Bakery({ model: new Backbone.Model({ count: 0, text: '' }) }));
  },
});
new App().start();
