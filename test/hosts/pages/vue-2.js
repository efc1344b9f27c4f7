import Vue from 'vue';
import { options } from './vue.js';

new Vue(options).$mount('#root > *');
