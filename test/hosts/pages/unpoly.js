import 'unpoly';
import { listenToKeys } from './common.js';

listenToKeys();
document.addEventListener('input', ({ target }) => {
  document.querySelector('#typed').textContent = target.value;
});
