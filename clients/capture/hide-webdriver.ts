/**
 * Runs in the main world of every frame before the page's first script, for projects that hide from
 * pages that a program controls the browser.
 */
import { replaceGetter } from './replace-getter.ts';

replaceGetter(Navigator.prototype, 'webdriver', () => false);
