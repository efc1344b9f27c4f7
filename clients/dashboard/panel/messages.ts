/**
 * Messages between the page that frames the panel and the panel. Each is an object with `panel` and
 * `kind`. Neither side trusts the other: the panel's changes need a click in the panel.
 */

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
  /** Answer to `pick`: the fingerprint of the chosen element, as JSON. Shown, never applied. */
  | { kind: 'picked'; id: string; fingerprint: string };

/** From the panel to the page. */
export type PanelMessage =
  /** The panel listens. The only message that is sent to any origin. */
  | { kind: 'ready' }
  | { kind: 'token' }
  /** Shows the pin of a comment. */
  | { kind: 'point'; id: string }
  /** Lets the member choose an element for a comment. */
  | { kind: 'pick'; id: string }
  /** Comments of the page that only members see: JSON, without texts. Empty after a log-out. */
  | { kind: 'pins'; pins: string }
  | { kind: 'dock' }
  | { kind: 'close' };

/** Members of each kind of message from the page, with their types. */
const PAGE_MESSAGES: Record<PageMessage['kind'], Record<string, 'string' | 'boolean'>> = {
  hello: { url: 'string', language: 'string', theme: 'string', hasToken: 'boolean' },
  page: { url: 'string' },
  open: { id: 'string' },
  token: { token: 'string' },
  picked: { id: 'string', fingerprint: 'string' },
};

/** Max length of a text in a message. */
const MAX_LENGTH = 20_000;

const isKind = (kind: unknown): kind is PageMessage['kind'] =>
  Object.keys(PAGE_MESSAGES).some((known) => known === kind);

/** Reads a message of the page; null unless it has exactly the members of its kind. */
export function readPageMessage(data: unknown): PageMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { panel, kind, ...members } = data as Record<string, unknown>;
  if (panel !== 'pinbound' || !isKind(kind)) return null;
  const expected = PAGE_MESSAGES[kind];
  const names = Object.keys(expected);
  const isExpected = (value: unknown, name: string) =>
    typeof value === expected[name] && (typeof value !== 'string' || value.length <= MAX_LENGTH);
  if (names.length !== Object.keys(members).length || !names.every((name) => isExpected(members[name], name))) {
    return null;
  }
  return { kind, ...members } as PageMessage;
}
