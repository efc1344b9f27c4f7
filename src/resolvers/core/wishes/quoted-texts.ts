import { isQuotedTarget } from './link-targets.ts';
import { isUnwanted, type Masked, quotationsIn } from './quotations.ts';
import * as say from './vocabulary.ts';
import type { Wish } from './wish.ts';

/** A quotation of a clause that asks for nothing, such as a name. */
export interface Mention {
  kind: 'mentioned';
  text: string;
}

/** A quotation of the text that a wish of another clause replaces: not "Mueller". */
export interface Old {
  kind: 'old';
  text: string;
}

/** Whether the quotations of a clause are asked for; others only name what is there. */
const isAskedFor = (clause: string): boolean =>
  [say.REQUEST, say.SUGGESTION, say.NAMING, /^[\uE000-\uE0FF\s.!:]+[にへと]?[。.!]?$/u].some((pattern) =>
    pattern.test(clause),
  );

/** Wishes of the quotations of a clause; negated ones and old texts shall go. */
export function quotedWishes(clause: string, masked: Masked, isOfLink: boolean): (Wish | Mention | Old)[] {
  const found = quotationsIn(clause, masked);
  const isOld = ({ before, after }: (typeof found)[number]) => isUnwanted(before, after);
  const isOldOf = ({ before }: (typeof found)[number], next: (typeof found)[number] | undefined) =>
    next !== undefined && say.BECOMES.test(clause.slice(before.length + 1, next.before.length));
  const old = found.filter((each, index) => isOld(each) || isOldOf(each, found[index + 1]));
  const instead = old.map(({ quoted }) => quoted);
  const wishes = found.map((each, index): Wish | Mention | undefined => {
    const { quoted, before, after } = each;
    if (isOldOf(each, found[index + 1])) return undefined;
    if (say.REMOVED_BEFORE.test(before) || say.REMOVED_AFTER.test(after)) return { kind: 'without', text: quoted };
    if (isOld(each)) return undefined;
    if (isQuotedTarget(quoted, { clause, before, after, isOfLink })) return { kind: 'link', to: quoted };
    if (say.LIKE.test(before)) return { kind: 'mentioned', text: quoted };
    const since = before.replace(/^.*[\uE000-\uE0FF](?:ではなく|じゃなく)?/u, '');
    if (say.NEGATION.test(since)) return { kind: 'without', text: quoted };
    if (old.length > 0) return { kind: 'text', text: quoted, instead };
    return { kind: isAskedFor(clause) ? 'text' : 'mentioned', text: quoted };
  });
  const wanted = wishes.filter((wish) => wish !== undefined);
  if (wanted.length > 0 || found.length === 0) return wanted;
  return say.REQUEST.test(clause) ? [{ kind: 'other' }] : instead.map((text) => ({ kind: 'old', text }));
}
