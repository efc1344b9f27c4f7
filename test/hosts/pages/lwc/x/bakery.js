import { LightningElement } from 'lwc';
import template from './bakery.html';

export default class Bakery extends LightningElement {
  text = '';
  counts = [0];

  get isChanged() {
    return this.counts[0] > 0;
  }

  type({ target }) {
    this.text = target.value;
  }

  change() {
    this.counts = [this.counts[0] + 1];
  }

  render() {
    return template;
  }
}
