import * as bootstrap from 'bootstrap';
import { listenToKeys, show } from './common.js';

listenToKeys();
show(document.querySelector('#bakery'));
document.querySelector('#open').addEventListener('click', () => {
  new bootstrap.Modal('.modal', { backdrop: 'static' }).show();
});
