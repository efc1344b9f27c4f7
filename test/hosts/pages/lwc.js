import '@lwc/synthetic-shadow';
import { createElement } from '@lwc/engine-dom';
import { listenToKeys } from './common.js';
import Bakery from './lwc/x/bakery.js';

listenToKeys();
document.querySelector('#root').append(createElement('x-bakery', { is: Bakery }));
