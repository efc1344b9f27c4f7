import { createElement as h, StrictMode } from 'react';
import { hydrate } from 'react-dom';
import { listenToKeys } from './common.js';
import { Bakery } from './react.js';

listenToKeys();
hydrate(h(StrictMode, null, h(Bakery)), document.querySelector('#root'));
