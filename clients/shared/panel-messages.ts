/**
 * Messages between the page that frames the panel and the panel. Each is an object with `panel` and
 * `kind`. Neither side trusts the other: the panel's changes need a click in the panel.
 */

/** Place of a comment on the page now. `hidden`: there, but not visible. */
export interface LivePlace {
  readonly state: 'bound' | 'hidden' | 'moved' | 'orphaned';
  /** Number of elements that it may be about, if it perhaps moved. */
  readonly candidates: number;
}

/** From the page to the panel. */
export type PageMessage =
  /** Answer to `ready`. `hasToken`: the page gives the token of a member on request. */
  | { kind: 'hello'; url: string; language: string; theme: 'auto' | 'light' | 'dark'; hasToken: boolean }
  /** The address of the page changed. */
  | { kind: 'page'; url: string }
  /** Opens a comment, by id. */
  | { kind: 'open'; id: string }
  /** Answer to `token`; empty if nobody is logged in to the page. */
  | { kind: 'token'; token: string }
  /**
   * Answer to `pick`: the fingerprint of the chosen element, as JSON. Shown, never applied. Empty
   * if the member chose none.
   */
  | { kind: 'picked'; id: string; fingerprint: string }
  /**
   * Places of comments on the page now: `id state candidates`, separated by commas. Shown, never
   * stored.
   */
  | { kind: 'places'; places: string };

/** From the panel to the page. */
export type PanelMessage =
  /** The panel listens. The only message that is sent to any origin. */
  | { kind: 'ready' }
  | { kind: 'token' }
  /** A session was opened, or has ended. */
  | { kind: 'session'; isActive: boolean }
  /** Outlines the element of a comment in the list; an empty id outlines none. */
  | { kind: 'hover'; id: string }
  /** A comment was opened: scrolls to its pin, or to candidate `n` if its element perhaps moved. */
  | { kind: 'point'; id: string; n?: number }
  /** Shows the pin of a comment, also where the panel covers the whole page. */
  | { kind: 'show'; id: string; n?: number }
  /** Asks for candidate `n`, as an answer to `pick`. */
  | { kind: 'confirm'; id: string; n: number }
  /** Lets the member choose an element for a comment. */
  | { kind: 'pick'; id: string }
  /** Comments of the page that only members see: JSON, without texts. Empty after a log-out. */
  | { kind: 'pins'; pins: string }
  | { kind: 'dock' }
  | { kind: 'close' };
