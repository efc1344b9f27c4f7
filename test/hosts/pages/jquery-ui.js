import './jquery-global.js';
import 'jquery-ui/dist/jquery-ui.js';
import { listenToKeys, show } from './common.js';

listenToKeys();
const { $ } = window;
$(() => {
  show($('#bakery')[0]);
  $('#bakery').dialog({ modal: true, autoOpen: false, width: 600, title: 'Basket' });
  $('#open').on('click', () => $('#bakery').dialog('open'));
});
