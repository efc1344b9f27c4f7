import { createApp } from 'petite-vue';
import { listenToKeys } from './common.js';

listenToKeys();
createApp({ text: '', counts: [0], names: ['Rye', 'Spelt'] }).mount();
