import { Component, createComponentVNode, createTextVNode, createVNode, render } from 'inferno';
import { ChildFlags, VNodeFlags } from 'inferno-vnode-flags';
import { listenToKeys } from './common.js';

listenToKeys();
/** Creates an element; the package for calls by name is another one. */
const h = (tag, props, ...children) =>
  createVNode(
    tag === 'input' ? VNodeFlags.InputElement : VNodeFlags.HtmlElement,
    tag,
    null,
    children.map((child) => (typeof child === 'string' ? createTextVNode(child) : child)),
    ChildFlags.UnknownChildren,
    props,
    props?.key,
  );
class Bakery extends Component {
  state = { text: '', count: 0 };

  render() {
    const { text, count } = this.state;
    return h(
      'main',
      null,
      h('h1', null, 'Fresh bread'),
      ...(count ? [h('canvas', { id: 'news', width: 300, height: 120 })] : []),
      h('div', null, h('p', { id: 'target', key: count }, 'Baked every morning')),
      h('ul', null, h('li', null, 'Rye'), h('li', null, 'Spelt')),
      h('input', { id: 'field', value: text, onInput: ({ target }) => this.setState({ text: target.value }) }),
      h('output', { id: 'typed' }, text),
      h('button', { type: 'button', id: 'change', onClick: () => this.setState({ count: count + 1 }) }, 'Change'),
    );
  }
}
render(createComponentVNode(VNodeFlags.ComponentClass, Bakery), document.querySelector('#root'));
