import { listenToKeys, show } from './common.js';

listenToKeys();
window.jQuery(($) => {
  $('html').removeClass('no-js');
  show($('#bakery')[0]);
});
