import { createElement as h } from 'react';

export const metadata = { title: 'Bakery' };

export default ({ children }) => h('html', { lang: 'en' }, h('body', null, children));
