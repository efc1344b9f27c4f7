/**
 * Letter or digit that continues a name, in scripts that separate words: the name is the beginning
 * of another one.
 */
const CONTINUED = /^(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}])[\p{L}\p{M}\p{N}]/u;

/** Finds the names of members that follow an `@` in a text. The longest name counts. */
export function findMentions<M extends { name: string }>(text: string, members: readonly M[]) {
  const sorted = [...members].sort((a, b) => b.name.length - a.name.length);
  const found: { start: number; end: number; member: M }[] = [];
  for (let start = text.indexOf('@'), end = 0; start !== -1; start = text.indexOf('@', end)) {
    const isNamed = ({ name }: M) =>
      text.startsWith(name, start + 1) && !CONTINUED.test(text.slice(start + 1 + name.length));
    const member = sorted.find(isNamed);
    end = start + 1 + (member?.name.length ?? 0);
    if (member) found.push({ start, end, member });
  }
  return found;
}
