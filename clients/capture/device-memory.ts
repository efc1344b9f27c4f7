/** Makes pages read the same memory on every machine; browsers state at most a few values. */
import { replaceGetter } from './replace-getter.ts';

/** GiB of an ordinary computer. */
const MEMORY = 8;

replaceGetter(Navigator.prototype, 'deviceMemory', () => MEMORY);
