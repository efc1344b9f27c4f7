import { isAskedFor } from './asked-for.ts';
import { isQuotedTarget } from './link-targets.ts';
import { isRestored, isUnclear, isUnwanted, type Masked, quotationsIn, withoutWarnings } from './quotations.ts';
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

/** Verbs of a change of one text into another. */
const CHANGE =
  'chang\\p{L}*|renam\\p{L}*|replac\\p{L}*|swap\\p{L}*|turn\\p{L}*|translat\\p{L}*|convert\\p{L}*|correct\\p{L}*|änder\\p{L}*|ersetz\\p{L}*|tausch\\p{L}*|' +
  'remplac\\p{L}*|modifi\\p{L}*|renomm\\p{L}*|corri[gj]\\p{L}*|cambi\\p{L}*|reemplaz\\p{L}*|sustitu\\p{L}*|sostitu\\p{L}*|mud[ae]\\p{L}*|troc\\p{L}*|substitu\\p{L}*|alter\\p{L}*';
/** Words before a text that shall stay as it is: don't change "Buy" to "Order". */
const KEPT_BEFORE = new RegExp(
  `(?:${say.NEGATION.source}|(?<!\\p{L})(?:avoid|stop|refrain|bloß|keinesfalls|évite[rz]?|arrête[rz]?|evit\\p{L}*)(?!\\p{L}))[^\\uE000-\\uE0FF]*?(?<!\\p{L})(?:${CHANGE})(?!\\p{L})`,
  'iu',
);
const CHANGED_LAST = new RegExp(`^\\s*(?:bitte\\s+)?(?:${CHANGE}|umbenenn\\p{L}*|ausgetauscht)(?!\\p{L})`, 'iu');
const KEPT_AFTER = /(?:変え|変更し|直さ|置き換え|し)ないで|変更不要|必要はな/u;
/** Words before a text that someone changed already: they changed "Buy" to "Order". */
const CHANGED_ALREADY =
  /(?<!\p{L})(?:changed|renamed|replaced|swapped|turned|translated|wurde|hat|haben|habt|(?:a|ont|avez|as) (?:été )?(?:changé|remplacé|modifié|renommé)|ha(?:n|béis|s)? (?:cambiado|reemplazado|sustituido)|cambió|cambiaron|ha(?:nno)? (?:cambiato|sostituito)|mud(?:ou|aram)|troc(?:ou|aram))(?!\p{L})/iu;

/** Words before a text that only tells where another one shall be. */
const PLACED_BEFORE =
  /(?<!\p{L})(?:above|below|under|over|beside|next to|before|after|behind|near|über|unter|neben|vor|nach|hinter|au-dessus de|sous|avant|après|à côté de|encima de|debajo de|sobre|bajo|antes de|después de|junto a|sopra|sotto|accanto a|acima de|abaixo de)\s*$/iu;

/** Whether a clause tells of a change from one text to another, or asks not to make it. */
const isKept = (clause: string): boolean => {
  const before = clause.replace(/[\uE000-\uE0FF].*$/u, '');
  const after = clause.replace(/^.*[\uE000-\uE0FF]/u, '');
  return (
    KEPT_BEFORE.test(before) ||
    (say.NEGATION.test(before) && CHANGED_LAST.test(after)) ||
    KEPT_AFTER.test(after) ||
    (CHANGED_ALREADY.test(before) && !say.REQUEST.test(before))
  );
};

/** Wishes of the quotations of a clause; negated ones and old texts shall go. */
export function quotedWishes(clause: string, masked: Masked, isOfLink: boolean): (Wish | Mention | Old)[] {
  const found = quotationsIn(clause, masked);
  const isOld = ({ before, after }: (typeof found)[number]) => isUnwanted(before, after);
  const isOldOf = ({ before }: (typeof found)[number], next: (typeof found)[number] | undefined) =>
    next !== undefined && say.BECOMES.test(clause.slice(before.length + 1, next.before.length));
  if (found.length > 1 && isKept(clause)) return found.map(({ quoted }) => ({ kind: 'mentioned', text: quoted }));
  const isBack = found.some(({ before, after }) => isRestored(before, after));
  const old = found.filter((each, index) => isOld(each) || isOldOf(each, found[index + 1]));
  const instead = old.map(({ quoted }) => quoted);
  const wishes = found.map((each, index): Wish | Mention | undefined => {
    const { quoted, before, after } = each;
    if (isOldOf(each, found[index + 1])) return undefined;
    if (say.REMOVED_BEFORE.test(before) || say.REMOVED_AFTER.test(after)) return { kind: 'without', text: quoted };
    if (isUnclear(before, after) || (isBack && PLACED_BEFORE.test(before))) return { kind: 'other' };
    if (isOld(each)) return undefined;
    if (isQuotedTarget(quoted, { clause, before, after, isOfLink })) return { kind: 'link', to: quoted };
    if (say.LIKE.test(before)) return { kind: 'mentioned', text: quoted };
    const since = before.replace(/^.*[\uE000-\uE0FF](?:ではなく|じゃなく)?/u, '');
    if (say.NEGATION.test(since)) return { kind: 'without', text: quoted };
    if (old.length > 0) return { kind: 'text', text: quoted, instead };
    return { kind: isAskedFor(before, after) || isRestored(before, after) ? 'text' : 'mentioned', text: quoted };
  });
  const wanted = wishes.filter((wish) => wish !== undefined);
  if (wanted.length > 0 || found.length === 0) return wanted;
  return say.REQUEST.test(withoutWarnings(clause))
    ? [{ kind: 'other' }]
    : instead.map((text) => ({ kind: 'old', text }));
}
