import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { options } from './vue.js';

export const render = () => renderToString(createSSRApp(options));
