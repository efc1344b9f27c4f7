/** Shown in place of a credential. */
const DOTS = '•••';

/** White space and characters without a width, which pages put between the parts of a text. */
const GAP = '[\\s\\u00ad\\u200b-\\u200d\\u2060]';
const GAPS = new RegExp(GAP, 'g');

/** A form in which a page may show a value; clients/capture/mask-values.ts looks for it as well. */
export interface HiddenForm {
  /** In lowercase and without gaps, for a quick search. */
  folded: string;
  /** Regular expression of the form with gaps anywhere; flags `giu`. */
  pattern: string;
}

const fold = (text: string): string => text.toLowerCase().replace(GAPS, '');

/**
 * Returns the forms of the values: as they are, URL-encoded, and within any base64 text. Longer
 * forms come first, because they contain shorter ones.
 */
export function formsOf(values: readonly string[]): HiddenForm[] {
  const forms = new Set(values.flatMap((value) => [value, ...urlEncoded(value), ...withinBase64(value)].map(squeeze)));
  return [...forms]
    .sort((a, b) => b.length - a.length)
    .map((form) => ({ folded: fold(form), pattern: [...form].map(literal).join(`${GAP}*`) }));
}

const squeeze = (text: string): string => text.replace(GAPS, '');
const literal = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

const urlEncoded = (value: string): string[] => [
  encodeURIComponent(value.toWellFormed()),
  new URLSearchParams([['', value]]).toString().slice(1),
];

/** Characters of a base64 text that the value alone decides, at its three possible positions. */
function withinBase64(value: string): string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((before) => {
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    const start = Math.ceil((before * 8) / 6);
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    return (['base64', 'base64url'] as const).map((encoding) => whole.toString(encoding).slice(start, end));
  });
}

/** Replaces the forms of hidden values in every text of a JSON value. */
export function withoutValues<T>(value: T, forms: readonly HiddenForm[]): T {
  if (forms.length === 0) return value;
  const clean = (text: string) => {
    const folded = fold(text);
    const found = forms.filter((form) => folded.includes(form.folded));
    return found.reduce((rest, { pattern }) => rest.replace(new RegExp(pattern, 'giu'), DOTS), text);
  };
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') return clean(part);
    if (Array.isArray(part)) return part.map(copy);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, copy(member)]));
  };
  return copy(value) as T;
}
