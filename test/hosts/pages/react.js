import { createElement as h, useState } from 'react';

/** The contents, as a component that renders its list and the target with new keys. */
export function Bakery() {
  const [text, setText] = useState('');
  const [count, setCount] = useState(0);
  return h(
    'main',
    { id: 'bakery' },
    h('h1', null, 'Fresh bread'),
    count > 0 && h('canvas', { id: 'news', width: 300, height: 120 }),
    h('p', { id: 'target', key: count }, 'Baked every morning'),
    h(
      'ul',
      null,
      ['Rye', 'Spelt'].map((name) => h('li', { key: name + count }, name)),
    ),
    h(
      'label',
      null,
      'Name ',
      h('input', { id: 'field', value: text, onChange: (event) => setText(event.target.value) }),
    ),
    h('output', { id: 'typed' }, text),
    h('button', { type: 'button', id: 'change', onClick: () => setCount(count + 1) }, 'Change'),
  );
}
