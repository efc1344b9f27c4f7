import { listenToKeys, markup } from './common.js';

listenToKeys();
const { $ } = window;
let count = 0;
const render = (text) => $('#root').html(markup(count, text));
render('');
$('#root').on('input', '#field', ({ target }) => $('#typed').text(target.value));
$('#root').on('click', '#change', () => {
  count++;
  render($('#field').val());
});
