import { hydrate, render } from 'preact/compat';
import { createElement as h } from 'react';
import { listenToKeys } from './common.js';
import { Bakery } from './react.js';

listenToKeys();
const root = document.querySelector('#root');
(root.firstElementChild ? hydrate : render)(h(Bakery), root);
