import type { PageElement } from '../../../infrastructure/capture/page-record.ts';
import { REMOVAL } from './vocabulary.ts';

/** Members of a page element by which a comment can name it. */
export type NamedElement = Pick<PageElement, 'tag' | 'id' | 'classes'>;

/** Whole clauses that ask for the removal of the thing that they name. */
const NAMED_REMOVALS = [
  /^(?:(?:please|pls|just|can (?:you|we)|could (?:you|we)|let's|i(?:['’]d like| want| would like)(?: you)? to)\s+)*(?:remove|delete|hide|drop|get rid of|take out|take away)\s+(?:the|our|your)\s+(?<what>\p{L}+(?:\s(?!from\b|in\b|at\b|on\b|with\b|please\b)\p{L}+)?)(?:\s+(?:please|here|completely|entirely|again|altogether|from (?:the|this) page))*[\s.!?]*$/iu,
  /^(?:the|our|your)\s+(?<what>\p{L}+(?:\s\p{L}+)?)\s+(?:should|must|can|could|needs to|has to)\s+(?:please )?(?:be (?:removed|deleted|hidden)|go(?: away)?|disappear)[\s.!?]*$/iu,
  /^(?:bitte\s+)?(?:den|die|das|der)\s+(?<what>\p{L}+(?:\s(?!bitte|hier|ganz|soll|kann|muss)\p{L}+)?)\s+(?:(?:hier|bitte|ganz|soll|sollte|kann|muss)\s+){0,2}(?:entfernen|löschen|ausblenden|verschwinden|entfernt werden|gelöscht werden|weg|raus|wegnehmen|weglassen|rausnehmen)(?:\s+bitte)?[\s.!?]*$/iu,
  /^(?:bitte\s+)?(?:entferne?n?|lösche?n?|verstecke?n?)(?: sie)?\s(?:bitte\s)?(?:den|die|das)\s(?<what>\p{L}+(?:\s(?!bitte)\p{L}+)?)(?:\s+bitte)?[\s.!?]*$/iu,
  /^(?:(?:merci de|il faut|pouvez-vous|pourriez-vous|peut-on)\s+)?(?:supprime[rz]?|enlève|enleve[rz]|retire[rz]?|cache[rz]?|masque[rz]?)\s(?:le\s|la\s|les\s|l['’])(?<what>\p{L}+)(?:\s+(?:ici|svp|s['’]il vous plaît|merci))?[\s.!?]*$/iu,
  /^¿?(?:(?:por favor|hay que|podrías|podéis|puedes|podemos)\s+)*(?:elimin|quit|borr|ocult)(?:a|ar|e|en|ad)\s(?:el|la|los|las)\s(?<what>\p{L}+)(?:\s+(?:aquí|por favor))?[\s.!?]*$/iu,
  /^(?<what>[\p{Script=Katakana}\p{Script=Han}ー]{1,12})を?(?:削除|消|非表示に|取り除|外)(?:し(?:て)?|いて)?(?:ください|下さい|ほしい(?:です)?|欲しい(?:です)?|お願いします)?[\s。!！]*$/u,
];

/** Words that tell one thing from a like one, which may not be the commented one. */
const OTHER =
  /(?<!\p{L})(?:other|another|first|second|third|last|next|previous|left|right|top|bottom|upper|lower|ander\p{L}*|erst\p{L}*|zweit\p{L}*|letzt\p{L}*|link\p{L}*|recht\p{L}*|ober\p{L}*|unter\p{L}*)\s/iu;

/** Nouns for whatever the comment is on. */
const ANYTHING =
  /^(?:things?|one|ones|elements?|items?|part|piece|ding|teil|element|élément|truc|partie|elemento|parte|cosa|要素|部分|箇所)$/u;

/** Texts in German: the French word for one is the same. */
const SEVERAL_TEXTS =
  /(?<!\p{L})(?:die|diese|diesen)\s+[Tt]exte(?!\p{L}).*(?:entf|lösch|weg|raus|ausblend|verschwind)|(?<!\p{L})(?:entf|lösch|versteck)\p{L}*\s+(?:die|diese)\s+[Tt]exte(?!\p{L})/iu;

/** Removal that a clause asks for: of the element, or of the thing that it names. */
export function removalOf(clause: string): { kind: 'removed'; what?: string } | undefined {
  if (SEVERAL_TEXTS.test(clause)) return { kind: 'removed', what: 'texts' };
  for (const pattern of REMOVAL) {
    const found = pattern.exec(clause);
    const what = found?.groups?.what?.toLowerCase();
    if (!found) continue;
    const isAny = what === undefined || (ANYTHING.test(what) && !isKindOfSeveral(what));
    return isAny ? { kind: 'removed' } : { kind: 'removed', what };
  }
  for (const pattern of NAMED_REMOVALS) {
    const what = pattern.exec(clause)?.groups?.what;
    if (what !== undefined && !OTHER.test(what)) return { kind: 'removed', what: what.toLowerCase() };
  }
  return undefined;
}

/** Nouns for a part of a text that shows several. */
const SENTENCE = /^(?:sentences?|lines?|satz|zeile|phrase|ligne|frase|línea|行|文)$/u;
const SEVERAL_SENTENCES = /[.!?]\s+\S|[。！？]\S/u;

/** Nouns for elements of certain tags. Those of larger blocks may name a part of one. */
const NOUNS: readonly (readonly [noun: RegExp, tags: readonly string[]])[] = [
  [/^(?:buttons?|knopf|button|schaltfläche|bouton|botón|ボタン)$/u, ['button']],
  [/^(?:links?|liens?|enlaces?|リンク)$/u, ['a']],
  [/^(?:images?|pictures?|photos?|bild|foto|grafik|imagen|画像|写真)$/u, ['img', 'picture', 'svg', 'figure']],
  [
    /^(?:lines?|sentences?|text|paragraphs?|zeile|satz|absatz|ligne|phrase|texte|paragraphe|línea|frase|texto|párrafo|行|文|文章|テキスト)$/u,
    ['p', 'span', 'small', 'em', 'strong', 'b', 'i', 'figcaption'],
  ],
  [
    /^(?:heading|title|headline|überschrift|titel|titre|título|titular|見出し|タイトル)$/u,
    ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ],
  [
    /^(?:blocks?|box|boxes|section|abschnitt|bereich|kasten|block|bloc|encadré|bloque|sección|ブロック|セクション)$/u,
    [
      'section',
      'div',
      'article',
      'aside',
      'figure',
      'fieldset',
      'blockquote',
      'details',
      'form',
      'li',
      'table',
      'ul',
      'ol',
    ],
  ],
  [/^(?:list|liste|lista|リスト)$/u, ['ul', 'ol', 'dl']],
  [/^(?:row|zeile|ligne|fila|行)$/u, ['tr']],
  [/^(?:header|head|kopf|kopfzeile|kopfbereich|en-tête|entête|cabecera|ヘッダー)$/u, ['header']],
  [/^(?:footer|fußzeile|fußbereich|フッター)$/u, ['footer']],
  [/^(?:table|tabelle|tableau|tabla|表)$/u, ['table']],
  [/^(?:field|input|feld|eingabefeld|champ|campo|欄)$/u, ['input', 'textarea', 'select', 'label']],
  [/^(?:form|formular|formulaire|formulario|フォーム)$/u, ['form']],
  [/^(?:video|vidéo|vídeo|動画)$/u, ['video']],
  [/^(?:menu|navigation|menü|menú|メニュー)$/u, ['nav', 'menu']],
];

const isNoun = (word: string, tag: string): boolean =>
  NOUNS.some(([pattern, tags]) => pattern.test(word) && tags.includes(tag));

/** Classes of links that look like buttons. */
const BUTTON = /^(?:btn|button|cta)(?:$|[-_])/iu;

export const isButton = ({ tag, classes }: NamedElement): boolean =>
  tag === 'button' || (tag === 'a' && classes.some((name) => BUTTON.test(name)));

/** Whether a word names a kind of element, or any. */
export const isKindOfElement = (word: string): boolean =>
  !SENTENCE.test(word) && (ANYTHING.test(word) || NOUNS.some(([pattern]) => pattern.test(word)));

/** Whether words name several elements of a kind, not only the commented one. */
export function isKindOfSeveral(what: string): boolean {
  const word = what.split(' ').at(-1) ?? '';
  if (/s$/u.test(word)) return singularsOf(word).some(isAnyNoun);
  return !isAnyNoun(word) && singularsOf(word).some(isAnyNoun);
}

const isAnyNoun = (word: string): boolean => SENTENCE.test(word) || isKindOfElement(word);

/** Endings of plurals in the languages of the vocabulary, and those of their singulars. */
const PLURALS: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/s$/u, ''],
  [/es$/u, ''],
  [/ies$/u, 'y'],
  [/[ei]?x$/u, ''],
  [/e$/u, ''],
  [/er$/u, ''],
  [/en$/u, ''],
  [/n$/u, ''],
];
const UMLAUTS: Record<string, string> = { ä: 'a', ö: 'o', ü: 'u' };
const withoutUmlauts = (word: string): string => word.replace(/[äöü]/gu, (letter) => UMLAUTS[letter] ?? letter);

/** Possible singulars of a word: boxes, Knöpfe, secciones. */
const singularsOf = (word: string): string[] =>
  [word, ...PLURALS.flatMap(([ending, singular]) => (ending.test(word) ? [word.replace(ending, singular)] : []))]
    .flatMap((stem) => [stem, withoutUmlauts(stem), stem.replace(/ion$/u, 'ión').replace(/oton$/u, 'otón')])
    .filter((stem) => stem !== word);

/** Names of states and contents, after which a class does not name the element itself. */
const OF_CONTENT = /^(?:has|with|without|no|show|hide|is)$/u;

/** Whether words name an element with a text: by its kind, its id or one of its classes. */
export function isNamed(what: string, { tag, id, classes }: NamedElement, text: string): boolean {
  const noun = what.split(' ').at(-1) ?? '';
  if (SENTENCE.test(noun) && SEVERAL_SENTENCES.test(text)) return false;
  if (noun === tag) return true;
  if (isNoun(noun, tag) || (isButton({ tag, id, classes }) && isNoun(noun, 'button'))) return true;
  return [id, ...classes].some((name) => {
    const words = name
      .replace(/--.*$/u, '')
      .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
      .filter((word) => word !== '')
      .map((word) => word.toLowerCase());
    return words.at(-1) === noun && !words.some((word) => OF_CONTENT.test(word));
  });
}
