import type * as Dom from './dom.ts';

/** Functions of `dom.ts` in `overlay.js`. The chunks use them, so that they need no copy. */
export let { h, button, icon } = {} as typeof Dom;

/** Called before any other code of a chunk runs. */
export function useElements(dom: typeof Dom): void {
  ({ h, button, icon } = dom);
}
