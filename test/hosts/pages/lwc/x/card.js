import { LightningElement } from 'lwc';
import template from './card.html';

/** Shows what it is given in two slots. */
export default class Card extends LightningElement {
  render() {
    return template;
  }
}
