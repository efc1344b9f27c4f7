/**
 * Makes the outer size that of the screen, which is as large as the window: the browser tells a new
 * document its outer size late, and until then it is zero.
 */
import { replaceGetter } from './replace-getter.ts';

const width = Object.getOwnPropertyDescriptor(Screen.prototype, 'width')?.get?.bind(screen);
const height = Object.getOwnPropertyDescriptor(Screen.prototype, 'height')?.get?.bind(screen);
if (width && height) {
  replaceGetter(globalThis, 'outerWidth', width);
  replaceGetter(globalThis, 'outerHeight', height);
}
