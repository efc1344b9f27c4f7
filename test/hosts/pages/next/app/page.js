import { createElement as h } from 'react';
import { Shop } from './shop.js';

export default () => h(Shop);
