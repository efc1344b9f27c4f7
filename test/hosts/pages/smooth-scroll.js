import { gsap } from 'gsap';
import Lenis from 'lenis';
import { listenToKeys, show } from './common.js';

listenToKeys();
show(document.querySelector('#bakery'));
const lenis = new Lenis();
gsap.ticker.add((time) => lenis.raf(time * 1000));
gsap.ticker.lagSmoothing(0);
gsap.from('#bakery', { y: 60, opacity: 0, duration: 0.5 });
