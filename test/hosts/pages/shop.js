import { listenToKeys, show } from './common.js';

listenToKeys();
/** Keeps the focus inside, as the drawers of shop themes do. */
class CartDrawer extends HTMLElement {
  connectedCallback() {
    show(this);
    this.tabIndex = -1;
    document.addEventListener('focusin', ({ target }) => {
      if (target !== this && !this.contains(target)) this.focus();
    });
    this.focus();
  }
}
customElements.define('cart-drawer', CartDrawer);
