import { createElement as h, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { listenToKeys } from './common.js';
import { Bakery } from './react.js';

listenToKeys();
hydrateRoot(document.querySelector('#root'), h(StrictMode, null, h(Bakery)));
