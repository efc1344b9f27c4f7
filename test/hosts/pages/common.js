/**
 * The page's own shortcuts: a handler of the document that gets every key outside of the overlay.
 */
export function listenToKeys() {
  window.pressed = [];
  document.addEventListener('keydown', ({ key }) => window.pressed.push(key));
}

/** Contents of every host: what is commented on, a field, and a button that renders all again. */
export const markup = (count = 0, text = '') => `<h1>Fresh bread</h1>
  ${count ? '<canvas id="news" width="300" height="120"></canvas>' : ''}
  <p id="target">Baked every morning</p><ul><li>Rye</li><li>Spelt</li></ul>
  <label>Name <input id="field" value="${text}"></label> <output id="typed">${text}</output>
  <button type="button" id="change">Change</button>`;

/** Shows the contents in an element, and handles them by plain listeners. */
export function show(root, count = 0, text = '') {
  root.innerHTML = markup(count, text);
  connect(root, count);
}

export function connect(root, count = 0) {
  const find = (id) => root.querySelector(`#${id}`);
  find('field').addEventListener('input', ({ target }) => {
    find('typed').textContent = target.value;
  });
  find('change').addEventListener('click', () => show(root, count + 1, find('field').value));
}
