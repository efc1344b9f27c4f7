import htmx from 'htmx.org';
import { listenToKeys } from './common.js';

listenToKeys();
window.htmx = htmx;
document.addEventListener('input', ({ target }) => {
  document.querySelector('#typed').textContent = target.value;
});
