/**
 * Listens to events until a signal aborts. Removes the listener itself: libraries that keep one
 * native listener per target and type, such as zone.js up to 0.14.2, ignore the option `signal`, or
 * end the page's listeners with it.
 *
 * @param types separated by spaces
 */
export function listen<E extends Event>(
  signal: AbortSignal,
  target: EventTarget,
  types: string,
  handler: (event: E) => unknown,
  options?: boolean | AddEventListenerOptions,
): void {
  const listener = (event: Event) => signal.aborted || handler(event as E);
  for (const type of types.split(' ')) {
    target.addEventListener(type, listener, options);
    signal.addEventListener('abort', () => target.removeEventListener(type, listener, options));
  }
}
