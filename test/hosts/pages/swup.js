import Swup from 'swup';
import { listenToKeys } from './common.js';

listenToKeys();
const connect = () => {
  const [field, typed] = ['#field', '#typed'].map((selector) => document.querySelector(selector));
  field.value = typed.textContent = sessionStorage.getItem('typed') ?? '';
  field.addEventListener('input', () => {
    typed.textContent = field.value;
    sessionStorage.setItem('typed', field.value);
  });
};
connect();
new Swup({ containers: ['#bakery'], animationSelector: false }).hooks.on('page:view', connect);
