import { listenToKeys } from './common.js';
import { showNodes } from './nodes.js';

listenToKeys();
showNodes(document.querySelector('#bakery'));
