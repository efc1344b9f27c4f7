import { collapse, isUnwanted } from './quotations.ts';
import * as say from './vocabulary.ts';

/** Addresses as comments write them: with a scheme, of a mailbox, host or path, or a fragment. */
export const ADDRESS = new RegExp(
  [
    String.raw`(?:https?:\/\/|mailto:|tel:)[^\s<>«»「」„“”"、。]+`,
    String.raw`(?<![\p{L}\p{N}.@/-])[\p{L}\p{N}._+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`,
    String.raw`(?<![\p{L}\p{N}.@/-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#][\w\-./%~?#&=+:@]*)?(?![\p{Script=Latin}\p{N}])`,
    String.raw`(?<![\p{Script=Latin}\p{N}./<&])\.{0,2}\/[\p{Script=Latin}\p{N}_~][\p{Script=Latin}\p{N}_\-./%~?#&=+:@]*`,
    String.raw`(?<=\s)\/(?=[.,;!?)]*$)`,
    String.raw`(?<![\p{Script=Latin}\p{N}/&])#[\p{Script=Latin}\p{N}_-]+`,
  ].join('|'),
  'giu',
);
/** A color, not a fragment of an address. */
const COLOR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/iu;

/** Verbs and names of a target before an address to which a link shall lead. */
const LEADS =
  /(?:(?<!\p{L})(?:(?:go(?:es)?|lead|point|link|linked|bring|take|send|direct|redirect)s?(?: (?:me|us|you|visitors|people|users|everyone|directly|straight))? (?:to|at)|opens?|href|(?:mèn|men|point|renvo|dirig|ouvr)\p{L}*(?: (?:vers|à|sur))?|aller (?:vers|à|sur)|(?:llev|apunt|dirig|diri[jg]|enla[cz]|abr|conduc)\p{L}*(?: (?:a|hacia|en))?|ir a|vaya a)\s*:?\s*$)/iu;
/** Verbs after an address to which a link shall lead. */
const LED =
  /^\s*(?:(?:führ|verlink|zeig|verweis|leit|weiterleit|geh|öffn)\p{L}*|に(?:飛|リンク|移動|遷移)|へ(?:飛|リンク|移動|遷移)|を開)/iu;
/** Words of a clause that tells where a link leads, or that it is broken. */
const STATED =
  /(?<!\p{L})(?:(?:goes|leads|points|links|linked|redirects) to|opens|geht|führt|zeigt|verweist|öffnet|mène|pointe|renvoie|lleva|apunta|va|wrong|broken|dead|404|falsch\p{L}*|kaputt\p{L}*|cassé\p{L}*|mort|faux|rot[oa]|incorrect\p{L}*)(?!\p{L})|切れ|間違/iu;
/** Words about what a link shows, or how it opens: not about its target alone. */
const OTHERWISE =
  /^(?:please\s+)?open(?!\p{L})|(?<!\p{L})(?:both|all|under (?:it|this)|check\p{L}*|look|see|remove\p{L}*|delete\p{L}*|prüf\p{L}*|entfern\p{L}*|lösch\p{L}*|vérifi\p{L}*|retire\p{L}*|supprim\p{L}*|revis\p{L}*|quit\p{L}*|elimin\p{L}*|says?|reads?|shows?|text|label|called?|new (?:tab|window)|heißen|lauten|stehen|anzeig\p{L}*|beschrift\p{L}*|neue[nmr]? (?:tab|fenster)|dire|affich\p{L}*|texte|libellé|nouve(?:l|lle) (?:onglet|fenêtre)|decir|mostrar|texto|(?:nueva|otra) (?:pestaña|ventana))(?!\p{L})|と(?:表示|書)|テキスト|(?:新しい|別の?)(?:タブ|ウィンドウ)/iu;

/** A link that is named by its address: the link to /hours. */
const NAMED_LINK =
  /(?<!\p{L})(?:the|this|that|der|den|die|dem|le|la|el|ce|este)\s+(?:links?|liens?|enlaces?)\s+(?:to|zu|auf|nach|vers|a)\s*$/iu;
const CHANGED = /(?<!\p{L})(?:chang|set|updat|switch|turn|änder|setz|modifi|cambi|pon)\p{L}*/iu;

/** A wish about the target of a link. */
export interface NamedTarget {
  /** As written; undefined if the clause names several, or asks for something else beside it. */
  to: string | undefined;
  /** The clause without its addresses. */
  rest: string;
}

/**
 * The target that a clause asks for; undefined if it names no address, or not as a target.
 *
 * @param isOfLink whether the comment is about a link
 */
export function namedTarget(clause: string, isOfLink: boolean): NamedTarget | undefined {
  const found = addressesIn(clause).filter(({ address }) => isOfLink || !COLOR.test(address));
  if (found.length === 0 || isStatement(clause)) return undefined;
  if (!isOfLink && !found.some(({ before, after }) => isLed(before, after))) return undefined;
  const wanted = found.filter(({ between, before, after }) => !say.BECOMES.test(between) && !isUnwanted(before, after));
  const [only, ...others] = wanted;
  const isNamed = only !== undefined && NAMED_LINK.test(only.before) && !CHANGED.test(clause);
  const rest = clause.replace(ADDRESS, ' ');
  const isOtherwise = OTHERWISE.test(clause) || say.THINGS.test(rest) || isNamed;
  const isClear = only !== undefined && others.length === 0 && !isOtherwise;
  return { to: isClear ? only.address : undefined, rest };
}

/** Whether a quotation of a clause is the target that it asks for. */
export const isQuotedTarget = (
  quoted: string,
  { clause, before, after, isOfLink }: { clause: string; before: string; after: string; isOfLink: boolean },
): boolean =>
  isAddress(quoted) && (isOfLink || isLed(before, after)) && !OTHERWISE.test(clause) && !isStatement(clause);

/** Whether a whole text is an address. */
export function isAddress(text: string): boolean {
  const [found] = addressesIn(text);
  return found !== undefined && found.address === collapse(text);
}

const isLed = (before: string, after: string): boolean => LEADS.test(before) || LED.test(after);

/** Whether a clause tells where a link leads, or that it is wrong, and asks for nothing. */
export const isStatement = (clause: string): boolean =>
  STATED.test(clause) && !say.REQUEST.test(clause.replace(/(?<!\p{L})links?(?!\p{L})/giu, ' '));

/** Addresses of a clause, without the punctuation of its sentence, with the words around them. */
function addressesIn(clause: string) {
  const found = [...clause.matchAll(ADDRESS)].map(({ index, 0: whole }) => {
    const address = whole.replace(/(?<=.)[.,;:!?)\]]+$/u, '');
    return { address, start: index, end: index + address.length };
  });
  return found.map(({ address, start, end }, index) => ({
    address,
    before: clause.slice(0, start),
    after: clause.slice(end),
    /** Words before the next address. */
    between: clause.slice(end, found[index + 1]?.start ?? end),
  }));
}

/**
 * Whether a recorded target is the stated one. A trailing slash does not count; scheme, query and
 * fragment count if they are stated.
 *
 * @param recorded address without the origin of the page, or a whole one elsewhere
 */
export function isTarget(recorded: string, stated: string, pageUrl = UNKNOWN_PAGE): boolean {
  const hasScheme = /^(?:https?:\/\/|mailto:|tel:)/iu.test(stated);
  const [wanted, now] = [URL.parse(hasScheme ? stated : withHost(stated), pageUrl), URL.parse(recorded, pageUrl)];
  if (recorded === '' || !wanted || !now) return false;
  const isWebPage = /^https?:$/u.test(wanted.protocol) && /^https?:$/u.test(now.protocol);
  const isThere = isWebPage
    ? hostOf(wanted, hasScheme) === hostOf(now, hasScheme) && pathOf(wanted) === pathOf(now)
    : wanted.pathname.toLowerCase() === now.pathname.toLowerCase();
  return (
    isThere &&
    (wanted.protocol === now.protocol || (isWebPage && !hasScheme)) &&
    (wanted.search === '' || wanted.search === now.search) &&
    (wanted.hash === '' || wanted.hash === now.hash)
  );
}

/** An address within which no stated host is that of the page. */
const UNKNOWN_PAGE = 'http://page.invalid/';

/** Name of a page without its folder. */
const FILE = /^[\w-]+\.(?:html?|php|aspx?|jsp|pdf)(?:[?#]|$)/iu;

function withHost(stated: string): string {
  if (/^[./#]/u.test(stated) || FILE.test(stated)) return stated;
  return stated.includes('@') && !stated.includes('/') ? `mailto:${stated}` : `//${stated}`;
}

const hostOf = ({ host }: URL, isExact: boolean): string => (isExact ? host : host.replace(/^www\./u, ''));

const pathOf = ({ pathname }: URL): string => pathname.replace(/\/+$/u, '');
