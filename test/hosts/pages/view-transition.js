import { listenToKeys, markup } from './common.js';

listenToKeys();
const root = document.querySelector('#bakery');
let count = 0;
root.innerHTML = markup();
root.addEventListener('input', ({ target }) => {
  root.querySelector('#typed').textContent = target.value;
});
root.addEventListener('click', ({ target }) => {
  if (target.id !== 'change') return;
  const render = () => {
    count++;
    root.innerHTML = markup(count, root.querySelector('#field').value).replace('id="news"', 'class="news"');
  };
  // Clicks have no effect until the transition ends.
  const settle = () => {
    root.querySelector('.news').id = 'news';
  };
  if (document.startViewTransition) document.startViewTransition(render).finished.then(settle);
  else {
    render();
    settle();
  }
});
