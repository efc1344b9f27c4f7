import m from 'mithril';
import { listenToKeys } from './common.js';

listenToKeys();
let text = '';
let count = 0;
m.mount(document.querySelector('#root'), {
  view: () => [
    m('h1', 'Fresh bread'),
    count ? m('canvas#news', { width: 300, height: 120 }) : null,
    [m('p#target', { key: count }, 'Baked every morning')],
    m('ul', m('li', 'Rye'), m('li', 'Spelt')),
    m('input#field', { oninput: ({ target }) => (text = target.value), value: text }),
    m('output#typed', text),
    m('button#change', { type: 'button', onclick: () => count++ }, 'Change'),
  ],
});
