import { createElement as h, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Bakery } from './react.js';

export const render = async () => renderToString(h(StrictMode, null, h(Bakery)));
