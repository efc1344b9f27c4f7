import { listenToKeys } from './common.js';
import { showNodes } from './nodes.js';

listenToKeys();
window.trustedTypes?.createPolicy('bakery', { createHTML: (html) => html });
showNodes(document.querySelector('#bakery'));
