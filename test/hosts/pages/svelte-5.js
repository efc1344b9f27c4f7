import { mount } from 'svelte';
import Bakery from './svelte-bakery.svelte';

window.pressed = [];
mount(Bakery, { target: document.querySelector('#root') });
