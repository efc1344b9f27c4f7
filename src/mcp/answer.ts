/** Largest text of an answer, bytes. */
const MAX_ANSWER = 24 * 1024;
/** Length of untrusted texts, characters, unless the tool sets another. */
const MAX_TEXT = 4_000;
/** Lengths to which untrusted texts are cut until the answer is small enough, characters. */
const SHORTER_TEXTS = [2_000, 1_000, 500, 250, 120, 60, 30];
/** Numbers to which lists are cut if their texts are not to blame. */
const SHORTER_LISTS = [40, 25, 15, 8, 4, 2, 1];

type Members = Record<string, unknown>;

/**
 * Removes members that are null, and shortens texts and lists until the answer has at most
 * `MAX_ANSWER` bytes as JSON. `shortened` names the members that were shortened.
 */
export function boundAnswer(answer: Members, maxText = MAX_TEXT): Members {
  const shortened = new Set<string>();
  let bounded = withoutNulls(answer) as Members;
  const shorten = (texts: number, items: number) => {
    bounded = shortenValue(bounded, { texts, items, shortened }, '', false) as Members;
  };
  shorten(maxText, Number.POSITIVE_INFINITY);
  for (const texts of SHORTER_TEXTS) if (!isSmall(bounded)) shorten(Math.min(texts, maxText), Number.POSITIVE_INFINITY);
  const shortest = Math.min(...SHORTER_TEXTS);
  for (const items of SHORTER_LISTS) if (!isSmall(bounded)) shorten(shortest, items);
  return shortened.size > 0 ? { ...bounded, shortened: [...shortened].sort().slice(0, 20) } : bounded;
}

/** The members that name what was shortened need room, too. */
const isSmall = (answer: Members) => Buffer.byteLength(JSON.stringify(answer)) <= MAX_ANSWER - 2_048;

interface Sizes {
  texts: number;
  items: number;
  shortened: Set<string>;
}

/** @param isUntrusted whether the value is a text of strangers, or part of one */
function shortenValue(value: unknown, sizes: Sizes, path: string, isUntrusted: boolean): unknown {
  if (typeof value === 'string') {
    if (!isUntrusted || value.length <= sizes.texts) return value;
    sizes.shortened.add(path);
    return `${value.slice(0, sizes.texts - 1)}…`;
  }
  if (Array.isArray(value)) {
    if (value.length > sizes.items) sizes.shortened.add(path);
    return value.slice(0, sizes.items).map((item) => shortenValue(item, sizes, path, isUntrusted));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(withoutCursor(value, sizes)).map(([name, member]) => {
      // Names within untrusted values are untrusted, too.
      const memberPath = isUntrusted ? path : path === '' ? name : `${path}.${name}`;
      return [name, shortenValue(member, sizes, memberPath, isUntrusted || isUntrustedName(name))];
    }),
  );
}

/** A page that is cut has no cursor, which would skip the items that were cut. */
function withoutCursor(value: object, { items }: Sizes): object {
  const { nodes, pageInfo } = value as { nodes?: unknown; pageInfo?: object };
  if (!Array.isArray(nodes) || nodes.length <= items || !pageInfo) return value;
  const { endCursor: _, ...others } = pageInfo as { endCursor?: unknown };
  return { ...value, pageInfo: others };
}

/** Whether a member contains texts that strangers can write. */
const isUntrustedName = (name: string): boolean => name.startsWith('untrusted');

/** Members that are null would only take up room. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)]])),
  );
}
