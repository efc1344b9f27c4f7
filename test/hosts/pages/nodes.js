/** Shows the contents by nodes instead of HTML. */
export function showNodes(root, count = 0, text = '') {
  const h = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const field = h('input', { id: 'field', value: text });
  const typed = h('output', { id: 'typed' }, text);
  const change = h('button', { type: 'button', id: 'change' }, 'Change');
  field.addEventListener('input', () => {
    typed.textContent = field.value;
  });
  change.addEventListener('click', () => showNodes(root, count + 1, field.value));
  root.replaceChildren(
    h('h1', {}, 'Fresh bread'),
    ...(count ? [h('canvas', { id: 'news', width: 300, height: 120 })] : []),
    h('p', { id: 'target' }, 'Baked every morning'),
    h('ul', {}, h('li', {}, 'Rye'), h('li', {}, 'Spelt')),
    h('label', {}, 'Name ', field),
    typed,
    change,
  );
}
