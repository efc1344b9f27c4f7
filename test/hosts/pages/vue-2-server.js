import Vue from 'vue';
import renderToString from 'vue-server-renderer/basic.js';
import { options } from './vue.js';

export const render = () =>
  new Promise((resolve, reject) => {
    renderToString(new Vue(options), (error, html) => (error ? reject(error) : resolve(html)));
  });
