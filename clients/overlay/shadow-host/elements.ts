import type { listen as Listen } from '../../shared/listen.ts';
import type { storedAddress as StoredAddress } from '../../shared/page/page-address.ts';
import type * as Dom from './dom.ts';

/** Functions of `overlay.js` that the chunks use, too. */
export interface Functions extends Readonly<typeof Dom> {
  readonly listen: typeof Listen;
  readonly storedAddress: typeof StoredAddress;
}

/** The functions. The chunks use them, so that they need no copy. */
export let { h, button, icon, listen, storedAddress } = {} as Functions;

/** Called before any other code of a chunk runs. */
export function useElements(functions: Functions): void {
  ({ h, button, icon, listen, storedAddress } = functions);
}
