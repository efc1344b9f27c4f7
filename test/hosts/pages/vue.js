import { listenToKeys } from './common.js';

export const options = {
  data: () => ({ text: '', count: 0, names: ['Rye', 'Spelt'] }),
  template: `<main id="bakery"><h1>Fresh bread</h1>
    <canvas v-if="count" id="news" width="300" height="120"></canvas>
    <p id="target" :key="'target' + count">Baked every morning</p>
    <ul><li v-for="name of names" :key="name + count">{{ name }}</li></ul>
    <label>Name <input id="field" v-model="text"></label> <output id="typed">{{ text }}</output>
    <button type="button" id="change" @click="count++">Change</button></main>`,
};
if (typeof document === 'object') listenToKeys();
