import './jquery-global.js';
import 'bootstrap4';
import { listenToKeys, show } from './common.js';

listenToKeys();
show(document.querySelector('#bakery'));
window.$('#open').on('click', () => window.$('.modal').modal({ backdrop: 'static' }));
