/**
 * Runs in the main world of every frame before the page's first script, when a capture freezes time
 * and randomness.
 */

import { freezeOtherClocks } from './freeze-other-clocks.ts';
import { seededRandom } from './seeded-random.ts';

/** Fixed time, milliseconds since 1970. */
const NOW = Date.UTC(2026, 0, 1, 12);
/**
 * Longest delay of a timer that still fires; longer ones belong to carousels, refreshes and
 * countdowns.
 */
const MAX_DELAY_MS = 900;
/** Animation frames that run before loops of them end, on any machine. */
const MAX_FRAMES = 10;

const RealDate = Date;
function FrozenDate(this: unknown, ...args: unknown[]): unknown {
  if (!new.target) return new RealDate(NOW).toString();
  const values = (args.length === 0 ? [NOW] : args) as [number];
  return Reflect.construct(RealDate, values, new.target);
}
FrozenDate.prototype = RealDate.prototype;
Object.defineProperty(RealDate.prototype, 'constructor', { value: FrozenDate, writable: true, configurable: true });
Object.setPrototypeOf(FrozenDate, RealDate);
Object.assign(FrozenDate, { now: () => NOW, parse: RealDate.parse, UTC: RealDate.UTC });
globalThis.Date = FrozenDate as unknown as DateConstructor;
freezeOtherClocks(NOW);

const random = seededRandom(1);
Math.random = random;
crypto.getRandomValues = ((array: ArrayBufferView) => {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let i = 0; i < bytes.length; i++) bytes[i] = random() * 256;
  return array;
}) as typeof crypto.getRandomValues;
if ('randomUUID' in crypto) {
  crypto.randomUUID = () => {
    const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
    return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5') as ReturnType<
      Crypto['randomUUID']
    >;
  };
}

for (const name of ['setTimeout', 'setInterval'] as const) {
  const real = globalThis[name].bind(globalThis);
  globalThis[name] = ((handler: TimerHandler, delay?: number, ...rest: unknown[]) =>
    real(Number(delay) > MAX_DELAY_MS ? () => undefined : handler, delay, ...rest)) as never;
}

let frames = 0;
let scheduled = false;
const nextFrame = requestAnimationFrame.bind(globalThis);
globalThis.requestAnimationFrame = (callback) => {
  if (frames >= MAX_FRAMES) return 0;
  if (!scheduled) {
    scheduled = true;
    nextFrame(() => {
      scheduled = false;
      frames += 1;
    });
  }
  return nextFrame(() => callback(0));
};
