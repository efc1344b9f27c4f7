import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { Document } from './react-html.js';

export const render = async () => renderToString(h(Document));
