import type { LivePlace, PageMessage } from '../../shared/panel-messages.ts';

/** Members of each kind of message from the page, with their types. */
const PAGE_MESSAGES: Record<PageMessage['kind'], Record<string, 'string' | 'boolean'>> = {
  hello: { url: 'string', language: 'string', theme: 'string', hasToken: 'boolean' },
  page: { url: 'string' },
  open: { id: 'string' },
  token: { token: 'string' },
  picked: { id: 'string', fingerprint: 'string' },
  places: { places: 'string' },
};

/** Max length of a text in a message: the places of a thousand comments. */
const MAX_LENGTH = 50_000;

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

const PLACE = /^([\da-f-]{36}) (bound|hidden|moved|orphaned) ([0-3])$/;

/** Reads the places of comments, by id; skips what has another form. */
export function readPlaces(places: string): ReadonlyMap<string, LivePlace> {
  const entries = places.split(',').flatMap((place) => {
    const [, id, state, candidates] = PLACE.exec(place) ?? [];
    return id ? [[id, { state: state as LivePlace['state'], candidates: Number(candidates) }] as const] : [];
  });
  return new Map(entries);
}
