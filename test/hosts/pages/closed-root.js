import { listenToKeys, markup } from './common.js';

listenToKeys();
/** The contents in the page; what is commented on draws itself in a closed root. */
class Price extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'closed' }).innerHTML = '<b>Baked every morning</b>';
  }
}
customElements.define('bakery-note', Price);
const root = document.querySelector('#root');
let count = 0;
const show = (text) => {
  root.innerHTML = markup(count, text).replace(/<p id="target">.*?<\/p>/, '<bakery-note id="target"></bakery-note>');
};
show('');
root.addEventListener('input', ({ target }) => {
  root.querySelector('#typed').textContent = target.value;
});
root.addEventListener('click', ({ target }) => {
  if (target.id !== 'change') return;
  count++;
  show(root.querySelector('#field').value);
});
