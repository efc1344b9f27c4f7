import { Component, h, State } from '@stencil/core';

@Component({ tag: 'bakery-app', shadow: true })
export class Bakery {
  @State() text = '';
  @State() count = 0;

  render() {
    const { text, count } = this;
    return [
      h('h1', null, 'Fresh bread'),
      count > 0 && h('canvas', { id: 'news', width: 300, height: 120 }),
      h('p', { id: 'target', key: `target${count}` }, 'Baked every morning'),
      h('ul', null, h('li', null, 'Rye'), h('li', null, 'Spelt')),
      h('input', { id: 'field', onInput: ({ target }) => (this.text = (target as HTMLInputElement).value) }),
      h('output', { id: 'typed' }, text),
      h('button', { type: 'button', id: 'change', onClick: () => this.count++ }, 'Change'),
    ];
  }
}
