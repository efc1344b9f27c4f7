import { createSSRApp } from 'vue/dist/vue.esm-bundler.js';
import { options } from './vue.js';

createSSRApp(options).mount('#root');
