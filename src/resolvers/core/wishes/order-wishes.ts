import { collapse, type Masked, quotationsIn } from './quotations.ts';
import * as say from './vocabulary.ts';

/** Place among the elements of a list that a comment asks for. */
export type OrderedPlace =
  | { at: 'first' | 'last' | 'earlier' | 'later' }
  /** Place beside the element of the list that shows a text. */
  | { at: 'before' | 'after' | 'above' | 'below'; text: string };

/** A wish about the order of a list; without a place, a person must say. */
export interface OrderWish {
  to?: OrderedPlace;
  /** Capitalized words and quotations, which may name the element that shall move. */
  names?: string[];
  /** Other words, which may describe another element of the list. */
  words?: string[];
}

/** End of a clause: a word before it is not an adjective. */
const END = String.raw`(?=\s*(?:$|[.!?,;:)]|please|pls|instead|in the (?:list|row)|of (?:all|the list|them)|bitte|stehen|kommen|sein|gezeigt|angezeigt|svp|merci|s['’]il|por favor|de (?:la )?lista?))`;

const phrase = (western: string, japanese: string): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${western})|${japanese}`, 'iu');

const PLACES: readonly (readonly ['first' | 'last' | 'earlier' | 'later', RegExp])[] = [
  [
    'first',
    phrase(
      String.raw`first${END}|(?:at|to) the (?:very )?(?:top|beginning|start|front)(?! of (?:the|this|every|each) (?:page|site))(?!\p{L})|in first (?:place|position)|zuerst|als erste[srn]?${END}|an (?:die )?erste[rn]? (?:stelle|position)|ganz (?:nach )?oben|an den anfang|am anfang|en premi(?:er|ère)(?: (?:position|place|lieu))?(?!\p{L})|tout en haut|en tête(?: de (?:la )?liste)?|au début(?! de la page)|primer[oa]${END}|en (?:la )?primera? (?:lugar|posición)|al principio(?! de la página)|arriba del todo`,
      '(?:最初|先頭|トップ|一番(?:上|前))(?=[にへ])',
    ),
  ],
  [
    'last',
    phrase(
      String.raw`last${END}|(?:at|to) the (?:very )?(?:bottom|end)(?! of (?:the|this|every|each) (?:page|site))(?!\p{L})|in last (?:place|position)|zuletzt|als letzte[srn]?${END}|an (?:die )?letzte[rn]? (?:stelle|position)|ganz (?:nach )?unten|ans ende|am ende|en derni(?:er|ère)(?: (?:position|place|lieu))?(?!\p{L})|tout en bas|à la fin(?! de la page)|últim[oa]${END}|en (?:la )?últim[oa] (?:lugar|posición)|al final(?! de la página)|abajo del todo`,
      '(?:最後|末尾|一番(?:下|後ろ))(?=[にへ])',
    ),
  ],
  [
    'earlier',
    phrase(
      `(?:higher|further) up|move[ds]? (?:(?:this|it|that) )?up|weiter (?:nach )?(?:oben|vorne?)|plus haut|más arriba`,
      'もっと(?:上|前)',
    ),
  ],
  [
    'later',
    phrase(
      `(?:lower|further) down|move[ds]? (?:(?:this|it|that) )?down|weiter (?:nach )?(?:unten|hinten)|plus bas|más abajo`,
      'もっと(?:下|後)',
    ),
  ],
];

/** A name, or a masked quotation. */
const NAME = String.raw`[\uE000-\uE0FF]|\p{Lu}[\p{L}\p{N}'’.&-]*(?: (?:&|of |de |und |and )?\p{Lu}[\p{L}\p{N}'’.&-]*){0,3}`;
const ARTICLE = `(?:(?:[Tt]he|[Dd](?:er|ie|as|en|em)|[Ll][ea]s?|[Ee]l|[Ll]os) )?`;

const BESIDE: readonly (readonly ['before' | 'after' | 'above' | 'below', RegExp])[] = (
  [
    ['before', '(?:before|in front of|ahead of|vor|avant|antes de)', '前'],
    ['after', '(?:after|behind|nach|hinter|après|derrière|después de|detrás de)', '(?:後ろ?|次)'],
    ['above', '(?:above|über|oberhalb von|au-dessus de|(?:por )?encima de)', '上'],
    ['below', '(?:below|under|underneath|unter|unterhalb von|au-dessous de|sous|(?:por )?debajo de)', '下'],
  ] as const
).map(([at, western, japanese]) => [
  at,
  new RegExp(
    String.raw`(?<!\p{L})${western} ${ARTICLE}(?<name>${NAME})(?!\p{L})|(?<japanese>[\uE000-\uE0FF]|[\p{Script=Katakana}\p{Script=Han}ー]{1,12})の${japanese}[にへ]`,
    'u',
  ),
]);

/** Places of a list, and elements beside which one shall be. */
export const PLACE_WORDS: readonly RegExp[] = [...PLACES, ...BESIDE].map(([, pattern]) => pattern);

/** Words at the beginning of a name that do not belong to it. */
const NOT_NAME =
  /^(?:(?:This|That|These|It|He|She|They|Please|Put|Move|Show|List|Place|Sort|Wrong|The|I|We|You|Can|Could|Should|Bitte|Das|Dies\p{L}*|Es|Er|Sie|Der|Die|Den|Hier|Könn\p{L}*|Ce(?:ci|t|tte|s)?|Il|Elle|Cela|Est[aeo]s?|Eso|Por|Hay)(?:\s+|$))+/u;
const JAPANESE_NAME = /^(?<name>[\p{Script=Katakana}\p{Script=Han}ー]{1,12})[はをが]/u;

/** Words about a text that shall be shown, or about parts of the page. */
const OTHERWISE =
  /^(?:first|last|zuerst|zuletzt|am (?:anfang|ende)|en premier|au début|primer[oa]|al (?:principio|final))$|(?<!\p{L})(?:spaces?|lines?|commas?|gap|margin|add|insert|check|leerzeichen|leerzeile|zeile|komma|abstand|füg\p{L}*|hinzu\p{L}*|prüf\p{L}*|geprüft|ajout\p{L}*|espace|ligne|virgule|vérifi\p{L}*|añad\p{L}*|espacio|línea|coma|comprob\p{L}*|say|read|write|call|rename|text|word|letter|left|right|swap\p{L}*|heißen|lauten|schreib\p{L}*|links|rechts|tausch\p{L}*|dire|écri\p{L}*|gauche|droite|échang\p{L}*|decir|escrib\p{L}*|izquierda|derecha|intercambi\p{L}*)(?!\p{L})|書|左|右|入れ替え|追加|余白|改行|確認/iu;

/** The order that a clause asks for; undefined if it asks for none. */
export function orderOf(clause: string, masked: Masked): OrderWish | undefined {
  if (OTHERWISE.test(clause)) return undefined;
  const textOf = (name: string) => collapse(quotationsIn(name, masked)[0]?.quoted ?? name);
  const found = [
    ...PLACES.filter(([, pattern]) => pattern.test(clause)).map(([at]) => ({ at })),
    ...BESIDE.flatMap(([at, pattern]) => {
      const { name, japanese } = pattern.exec(clause)?.groups ?? {};
      const text = name ?? japanese;
      return text === undefined ? [] : [{ at, text: textOf(text) }];
    }),
  ] as OrderedPlace[];
  const [to] = found;
  if (!to || found.length > 1) return undefined;
  const names = [...clause.matchAll(new RegExp(NAME, 'gu'))].map(([name]) => textOf(name.replace(NOT_NAME, '')));
  const japanese = JAPANESE_NAME.exec(clause)?.groups?.name;
  if (japanese !== undefined) names.push(japanese);
  const others = 'text' in to ? names.filter((name) => name !== to.text) : names;
  return { to, names: [...new Set(others)].filter((name) => name !== ''), words: wordsOf(clause, to) };
}

/** Least length of a word that names something. */
const LEAST_LENGTH = 4;

function wordsOf(clause: string, to: OrderedPlace): string[] {
  const rest = withoutPlaces('text' in to ? clause.replace(to.text, ' ') : clause).toLowerCase();
  const words = rest.match(/\p{Script=Latin}+/gu) ?? [];
  return [...new Set(words)].filter((word) => word.length >= LEAST_LENGTH && !say.REQUEST.test(word));
}

/** A sentence without places that also name other elements, such as first. */
export const withoutPlaces = (sentence: string): string =>
  PLACES.reduce((rest, [, pattern]) => rest.replace(pattern, ' '), sentence);
