import { createElement as h } from 'react';
import { Bakery } from './react.js';

/** The whole document, as frameworks such as Next and Remix hydrate it. */
export const Document = () =>
  h(
    'html',
    { lang: 'en' },
    h('head', null, h('title', null, 'Bakery'), h('script', { src: 'page.js', defer: true })),
    h('body', null, h(Bakery)),
  );
