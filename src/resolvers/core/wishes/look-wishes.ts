import { COLOR_WORD, wantedColor } from './colors.ts';
import { isUnwanted } from './quotations.ts';
import * as say from './vocabulary.ts';
import type { ColoredProperty, Wish } from './wish.ts';

type Direction = { wish: RegExp; complaint: RegExp };

const states = (clause: string, { wish, complaint }: Direction, isRequest: boolean): boolean =>
  complaint.test(clause) ||
  (wish.test(clause) && !isStated(clause, wish) && (isRequest || (isShort(clause) && !say.STATES.test(clause))));

/** Whether a clause tells that the element is or became so: it got smaller, please check. */
function isStated(clause: string, wish: RegExp): boolean {
  if (say.BECAME.test(clause)) return true;
  const start = clause.search(wish);
  const before = clause.slice(0, start);
  const isSpanish = /^más/iu.test(clause.slice(start)) && /(?<!\p{L})es(?: ahora| mucho| bastante)*\s*$/iu.test(before);
  return isState(clause, before) || (isSpanish && !WISHED.test(clause));
}

/** Whether the words before a look say that the element has it. */
const isState = (clause: string, before: string): boolean => say.STATED_BEFORE.test(before) && !WISHED.test(clause);

/** Words of wishes for how something is: it would be nice if this was larger. */
const WISHED =
  /^please (?:this|it|that|the \p{L}+|c['’]|esto)\s*(?:was|were|is|était|est)(?!\p{L})|(?<!\p{L})(?:make sure|ensure)(?!\p{L})/iu;

/** Articles, degrees and courtesies, which make no clause longer. */
const FILLERS =
  /(?<![\p{L}'’])(?:the|a (?:bit|little|touch)|a|an|please|pls|still|der|die|das|den|ein (?:bisschen|wenig)|etwas|noch|bitte|le|la|les|l['’]|un (?:peu|poco)|encore|svp|merci|s['’]il (?:vous|te) plaît|el|los|las|aún|todavía|por favor)(?![\p{L}'’])/giu;

/** A clause of few words asks for what it names: larger. */
export const isShort = (clause: string): boolean =>
  clause.replace(FILLERS, ' ').trim().split(/\s+/u).length <= 3 &&
  !/[\p{Script=Han}\p{Script=Hiragana}]{8}/u.test(clause);

/** A clause that names an element and its look: el título en rojo. */
const NAMED_IN =
  /^(?:the|der|die|das|den|les?|la|el|los|las)\s+\p{L}+\s+(?:in|en)\s+\S+(?:\s+(?:please|bitte|svp|s['’]il (?:vous|te) plaît|merci|por favor))?$/iu;

/** Whether a clause asks for the look that it names, and does not state it. */
const isWanted = (clause: string, isRequest: boolean): boolean =>
  !say.BECAME.test(clause) && (isRequest || ((isShort(clause) || NAMED_IN.test(clause)) && !say.STATES.test(clause)));

/** Sizes that a clause asks for. */
function sizesOf(clause: string, isRequest: boolean): Wish[] {
  const [isLarger, isSmaller] = [say.LARGER, say.SMALLER].map((direction) => states(clause, direction, isRequest));
  const stated = say.PIXELS.exec(clause);
  if (!isLarger && !isSmaller && !stated) return [];
  const isClear = isLarger !== isSmaller || stated;
  if (!isClear || [say.PARTS, say.THINGS, say.BOUNDED, say.OTHER_NOUN].some((words) => words.test(clause)))
    return [{ kind: 'other' }];
  if (stated) {
    if (!isRequest && !isShort(clause)) return [];
    if (say.ORDER.test(clause)) return [{ kind: 'other' }];
    const of = say.OF_WIDTH.test(clause) ? 'width' : say.OF_HEIGHT.test(clause) ? 'height' : 'text';
    return [{ kind: 'pixels', of, value: Number(stated[1] ?? stated[2]) }];
  }
  return [{ kind: 'size', direction: isLarger ? 'larger' : 'smaller', of: say.OF_TEXT.test(clause) ? 'text' : 'any' }];
}

/** Words that may follow a color that is asked for, and not a noun that it describes. */
const AFTER_COLOR =
  /^\s*(?:$|[.!?,;:)]|(?:please|pls|instead|text|fonts?|letters?|background|borders?|colou?rs?|now|again|for (?:this|it|that)|sein|werden|machen|stehen|heißen|schreiben|(?:ein)?färben|drucken|setzen|hintergrund|schrift|rahmen|bitte|statt|ändern|umstellen|svp|merci|so (?:that|it|people|this)|damit|pour que|para que|here|hier|ici|aquí)(?!\p{L})|s['’]il|por favor|に|で|へ|がいい|く(?:し|す))/iu;

/** Colors and shades that a clause asks for. */
function colorsOf(clause: string, isRequest: boolean): Wish[] {
  const found = [...clause.matchAll(new RegExp(COLOR_WORD, 'giu'))];
  const [isDarker, isLighter] = [say.DARKER, say.LIGHTER].map((direction) => states(clause, direction, isRequest));
  if (isDarker || isLighter) {
    const [named] = found.map(([word]) => wantedColor(word));
    if (
      isDarker === isLighter ||
      found.length > 1 ||
      [say.THINGS, say.BOUNDED, say.OTHER_NOUN].some((words) => words.test(clause))
    )
      return [{ kind: 'other' }];
    const direction = isDarker ? 'darker' : 'lighter';
    return [{ kind: 'shade', direction, of: propertyOf(clause), ...(named && { named }) }];
  }
  if (found.length === 0 || !isWanted(clause, isRequest) || say.THINGS.test(clause)) return [];
  const wanted = found.flatMap(({ 0: word, index }): Wish[] => {
    const [before, after] = [clause.slice(0, index), clause.slice(index + word.length)];
    const next = after.replace(/^\s*/u, '');
    const isOld =
      isUnwanted(before, after) ||
      isState(clause, before) ||
      found.some((other) => other.index > index && say.BECOMES.test(clause.slice(index + word.length, other.index)));
    if (!isOld && (say.NOT_COLOR.test(before) || say.OR.test(after))) return [{ kind: 'other' }];
    const color = wantedColor(word);
    if (isOld || !color || !AFTER_COLOR.test(after)) return [];
    const noun = /^\p{L}+/u.exec(next)?.[0] ?? '';
    return [{ kind: 'color', color, of: propertyOf(noun) === 'any' ? propertyOf(clause) : propertyOf(noun) }];
  });
  return wanted;
}

/** The colored property that a text names. */
export function propertyOf(text: string): ColoredProperty {
  if (say.OF_BACKGROUND.test(text)) return say.OF_TEXT.test(text) ? 'any' : 'backgroundColor';
  if (say.OF_BORDER.test(text)) return 'borderColor';
  return say.OF_TEXT.test(text) ? 'color' : 'any';
}

/** Whether a clause asks for bold letters. */
function boldOf(clause: string, isRequest: boolean): Wish[] {
  if (say.BOLDER.test(clause) && isWanted(clause, isRequest)) return [{ kind: 'bold' }];
  const found = say.BOLD.exec(clause);
  if (
    !found ||
    !isWanted(clause, isRequest) ||
    isState(clause, clause.slice(0, found.index)) ||
    say.NOT_COLOR.test(clause.slice(0, found.index))
  )
    return [];
  return AFTER_COLOR.test(clause.slice(found.index + found[0].length)) ? [{ kind: 'bold' }] : [];
}

/** Sizes, colors and weights that a clause asks for. */
export const looksOf = (clause: string, isRequest: boolean): Wish[] => [
  ...sizesOf(clause, isRequest),
  ...colorsOf(clause, isRequest),
  ...boldOf(clause, isRequest),
];
