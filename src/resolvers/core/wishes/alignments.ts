/** Alignment of text that a comment names. */
export type Alignment = 'left' | 'center' | 'right';

/** Words beside which a clause names an alignment only. */
const FILLERS =
  /(?<![\p{L}-])(?:please|pls|can|could|would|you|we|this|it|that|the|text|heading|headline|title|paragraph|to|be|is|should|must|needs?|make|set|align(?:ed|ment)?|bitte|das|den|die|der|dies\p{L}*|es|text|überschrift|titel|absatz|soll\p{L}*|muss|kann|könn\p{L}*|sein|werden|mach\p{L}*|ausricht\p{L}*|ausgerichtet|svp|merci|s['’]il (?:vous|te) plaît|ce|cette|cela|le|la|texte|titre|paragraphe|doit|devrait|être|faut|mettre|mettez|align\p{L}+|por favor|pued\p{L}*|podéis|podemos|est[eao]|el|texto|título|párrafo|debe|debería|estar|hay|que|aline\p{L}+|al|a|à)(?![\p{L}-])|-?aligned|-aligned/giu;

const WORDS: Record<Alignment, RegExp> = {
  left: /^(?:left|linksbündig|links|gauche|izquierda)$/iu,
  center: /^(?:cent(?:er|re)(?:ed)?|zentrier\p{L}*|mittig|centr[eéa]\p{L}*)$/iu,
  right: /^(?:right|rechtsbündig|rechts|droite|derecha)$/iu,
};

const JAPANESE: Record<Alignment, RegExp> = {
  left: /^(?:テキスト|文字|文章|これ|ここ)?[をは]?左に?(?:揃え|寄せ)/u,
  center: /^(?:テキスト|文字|文章|これ|ここ)?[をは]?中央に?(?:揃え|寄せ)/u,
  right: /^(?:テキスト|文字|文章|これ|ここ)?[をは]?右に?(?:揃え|寄せ)/u,
};

const ALIGNMENTS = ['left', 'center', 'right'] as const;

/** Words without which left and right are places. */
const NEEDS_VERB = /align|bündig|ausricht|ausgerichtet|aline/iu;

/** The alignment that a whole clause names; undefined beside other elements and other words. */
export function namedAlignment(clause: string): Alignment | undefined {
  const japanese = ALIGNMENTS.find((name) => JAPANESE[name].test(clause));
  if (japanese) return japanese;
  const rest = clause
    .replace(/-(?=aligned)/giu, ' ')
    .replace(FILLERS, ' ')
    .replace(/[.!?¿¡]/gu, ' ')
    .trim();
  const found = ALIGNMENTS.find((name) => WORDS[name].test(rest));
  return found === 'center' || NEEDS_VERB.test(clause) ? found : undefined;
}

/** Alignment of a computed value; undefined where it depends on the direction of the text. */
export function alignmentOf(textAlign: string | undefined): Alignment | undefined {
  const value = textAlign?.replace('-webkit-', '');
  return ALIGNMENTS.find((name) => name === value);
}
