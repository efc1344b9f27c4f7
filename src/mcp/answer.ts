import { invariant } from '../errors.ts';

/** Largest text of an answer, bytes. */
const MAX_ANSWER = 24 * 1024;
/** Length of untrusted texts, characters, unless the tool sets another. */
const MAX_TEXT = 4_000;
/** Lengths to which untrusted texts are cut until the answer is small enough, characters. */
const SHORTER_TEXTS = [2_000, 1_000, 500, 250, 120, 60, 30];
/** Numbers to which lists and untrusted objects are cut if their texts are not to blame. */
const SHORTER_LISTS = [40, 25, 15, 8, 4, 2, 1, 0];
/** Values that agents send back, and that are therefore kept whole or left out with their item. */
const WHOLE = 'untrustedFingerprint';

type Members = Record<string, unknown>;

/**
 * Removes members that are null, and shortens texts, then lists and untrusted objects until the
 * answer has at most `MAX_ANSWER` bytes as JSON. `shortened` names what was shortened.
 */
export function boundAnswer(answer: Members, maxText = MAX_TEXT): Members {
  const shortened = new Set<string>();
  let bounded = withoutNulls(answer) as Members;
  const shorten = (texts: number, items: number) => {
    bounded = shortenValue(bounded, { texts, items, shortened }, '', false) as Members;
  };
  const shortest = Math.min(...SHORTER_TEXTS);
  const steps = [
    [maxText, Number.POSITIVE_INFINITY],
    ...SHORTER_TEXTS.map((texts) => [Math.min(texts, maxText), Number.POSITIVE_INFINITY]),
    ...SHORTER_LISTS.map((items) => [shortest, items]),
  ] as [texts: number, items: number][];
  const fits = steps.some(([texts, items]) => {
    shorten(texts, items);
    return isSmall(bounded);
  });
  invariant(fits, 'an answer whose texts and lists are shortened fits');
  return shortened.size > 0 ? { ...bounded, shortened: [...shortened].sort().slice(0, 20) } : bounded;
}

/** The members that name what was shortened need room, too. */
export const isSmall = (answer: Members) => Buffer.byteLength(JSON.stringify(answer)) <= MAX_ANSWER - 2_048;

interface Sizes {
  texts: number;
  items: number;
  shortened: Set<string>;
}

/** @param isForeign whether the value is untrusted, or part of one that is */
function shortenValue(value: unknown, sizes: Sizes, path: string, isForeign: boolean): unknown {
  const { texts, items, shortened } = sizes;
  if (typeof value === 'string') {
    if (!isForeign || value.length <= texts) return value;
    shortened.add(path);
    return cut(value, texts);
  }
  if (Array.isArray(value)) {
    if (isListOfValues(value) && !isForeign) return value;
    if (value.length > items) shortened.add(path);
    return value.slice(0, items).map((item) => shortenValue(item, sizes, path, isForeign));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isForeign) return shortenForeign(value, sizes, path);
  return Object.fromEntries(
    Object.entries(withoutCursor(value, sizes)).map(([name, member]) => {
      const memberPath = path === '' ? name : `${path}.${name}`;
      return [name, name === WHOLE ? member : shortenValue(member, sizes, memberPath, isUntrusted(name))];
    }),
  );
}

/** Names within untrusted values are untrusted, too. */
function shortenForeign(value: object, sizes: Sizes, path: string): Members {
  const { texts, items, shortened } = sizes;
  const members = Object.entries(value);
  if (members.length > items || members.some(([name]) => name.length > texts)) shortened.add(path);
  return Object.fromEntries(
    members.slice(0, items).map(([name, member]) => [cut(name, texts), shortenValue(member, sizes, path, true)]),
  );
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

/** Whether a list has words of the service or ids: without some of them, it would be wrong. */
const isListOfValues = (list: unknown[]) => list.every((item) => typeof item === 'string');

/** A page that is cut has no cursor, which would skip the items that were cut. */
function withoutCursor(value: object, { items }: Sizes): object {
  const { nodes, pageInfo } = value as { nodes?: unknown; pageInfo?: object };
  if (!Array.isArray(nodes) || nodes.length <= items || !pageInfo) return value;
  const { endCursor: _, ...others } = pageInfo as { endCursor?: unknown };
  return { ...value, pageInfo: others };
}

/** Whether a member contains texts that third parties can write. */
export const isUntrusted = (name: string): boolean => name.startsWith('untrusted');

/** Members that are null would only take up room. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)]])),
  );
}
