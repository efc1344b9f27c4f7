import { listenToKeys, show } from './common.js';

listenToKeys();
let root = document.querySelector('#bakery');
if (!root) {
  root = document.createElement('main');
  root.id = 'bakery';
  document.body.append(root);
}
show(root);
