import Alpine from 'alpinejs';
import { listenToKeys } from './common.js';

listenToKeys();
window.Alpine = Alpine;
Alpine.start();
