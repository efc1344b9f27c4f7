import { createElement as h } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { listenToKeys } from './common.js';
import { Document } from './react-html.js';

listenToKeys();
hydrateRoot(document, h(Document));
