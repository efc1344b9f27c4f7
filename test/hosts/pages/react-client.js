import { createElement as h, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { listenToKeys } from './common.js';
import { Bakery } from './react.js';

listenToKeys();
createRoot(document.querySelector('#root')).render(h(StrictMode, null, h(Bakery)));
