import { app, h, text as words } from 'hyperapp';
import { listenToKeys } from './common.js';

listenToKeys();
app({
  init: { text: '', count: 0 },
  view: ({ text, count }) =>
    h('main', {}, [
      h('h1', {}, words('Fresh bread')),
      count ? h('canvas', { id: 'news', width: 300, height: 120 }) : false,
      h('p', { id: 'target', key: `target${count}` }, words('Baked every morning')),
      h('ul', {}, [h('li', {}, words('Rye')), h('li', {}, words('Spelt'))]),
      h('input', { id: 'field', value: text, oninput: (state, { target }) => ({ ...state, text: target.value }) }),
      h('output', { id: 'typed' }, words(text)),
      h(
        'button',
        { type: 'button', id: 'change', onclick: (state) => ({ ...state, count: count + 1 }) },
        words('Change'),
      ),
    ]),
  node: document.querySelector('#root'),
});
