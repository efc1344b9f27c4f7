import Bakery from './svelte-bakery.svelte';

window.pressed = [];
new Bakery({ target: document.querySelector('#root') });
