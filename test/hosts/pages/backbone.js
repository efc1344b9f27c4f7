import Backbone from 'backbone';
import jQuery from 'jquery';
import { listenToKeys, markup } from './common.js';

listenToKeys();
Backbone.$ = jQuery;
const Bakery = Backbone.View.extend({
  events: { 'input #field': 'type', 'click #change': 'change' },
  initialize() {
    this.listenTo(this.model, 'change:count', this.render);
  },
  render() {
    this.$el.html(markup(this.model.get('count'), this.model.get('text')));
    return this;
  },
  type({ target }) {
    this.model.set('text', target.value);
    this.$('#typed').text(target.value);
  },
  change() {
    this.model.set('count', this.model.get('count') + 1);
  },
});
new Bakery({ el: '#root', model: new Backbone.Model({ count: 0, text: '' }) }).render();
