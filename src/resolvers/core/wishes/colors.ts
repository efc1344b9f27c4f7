/** Red, green and blue, 0–255, and opacity, 0–1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** Names of colors in the languages of the overlay. */
const NAMES = {
  red: /red|rot(?:e[rnms]?)?|rouges?|roj[oa]s?|赤/,
  orange: /orange[nrs]?|naranjas?|anaranjad[oa]s?|オレンジ/,
  brown: /brown|braun(?:e[rnms]?)?|marron|brune?s?|marr[oó]n(?:es)?|茶色/,
  yellow: /yellow|gelb(?:e[rnms]?)?|jaunes?|amarill[oa]s?|黄/,
  green: /green|grün(?:e[rnms]?)?|verte?s?|verdes?|緑/,
  teal: /teal|turquoise|cyan|türkis|turquesa|水色/,
  blue: /blue|blau(?:e[rnms]?)?|bleue?s?|azul(?:es)?|青/,
  purple: /purple|violet|lila|violett(?:e[rnms]?)?|violette?s?|morad[oa]s?|violeta|紫/,
  pink: /pink|rosa|roses?|rosad[oa]s?|ピンク/,
  black: /black|schwarz(?:e[rnms]?)?|noire?s?|negr[oa]s?|黒/,
  white: /white|weiß(?:e[rnms]?)?|blanc(?:he)?s?|blanc[oa]s?|白/,
  gray: /gr[ae]y|grau(?:e[rnms]?)?|grise?s?|gris|灰色|グレー/,
} as const;

export type ColorName = keyof typeof NAMES;

const ALL = Object.entries(NAMES) as [ColorName, RegExp][];
const NAME = new RegExp(ALL.map(([, { source }]) => `(${source})`).join('|'), 'iu').source;
/** Words before a color, or after it, for a dark or a light one. */
const DARK = /dark[ -]|navy[ -]|dunkel|tief|marine| foncée?s?| marine| oscur[oa]s?| marino|濃い|紺/;
const LIGHT = /light[ -]|pale[ -]|hell| claire?s?| clar[oa]s?|薄い|明るい/;
const [BEFORE, AFTER] = [/^\p{L}/u, /^ /u].map((edge) =>
  [DARK, LIGHT]
    .flatMap(({ source }) => source.split('|'))
    .filter((word) => edge.test(word))
    .join('|'),
);
/** A color: a name, or a hexadecimal value. */
export const COLOR_WORD = `(?:(?<![\\p{Script=Latin}])(?:${BEFORE})?(?:${NAME})(?:${AFTER}|色)?(?!\\p{Script=Latin})|#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z]))`;

/** A dark or a light one of the colors with a name. */
export interface TonedColor {
  name: ColorName;
  tone: 'dark' | 'light';
}

/** A name, or the value that is stated. */
export type WantedColor = ColorName | TonedColor | Color;

export function wantedColor(word: string): WantedColor | undefined {
  if (word.startsWith('#')) return hexColor(word.slice(1));
  const [isDark, isLight] = [DARK, LIGHT].map(({ source }) => new RegExp(`^(?:${source})|(?:${source})$`, 'iu'));
  const named = [isDark, isLight].reduce((rest, tone) => (tone ? rest.replace(tone, '') : rest), word);
  const name = ALL.find(([, { source }]) => new RegExp(`^(?:${source})色?$`, 'iu').test(named))?.[0];
  if (!name || named === word) return name;
  return { name, tone: isDark?.test(word) ? 'dark' : 'light' };
}

function hexColor(digits: string): Color {
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const channel = (start: number) => Number.parseInt(full.slice(start, start + 2), 16);
  return [channel(0), channel(2), channel(4), 1];
}

/** Reads a computed value; undefined for other color spaces. */
export function parseColor(value: string | undefined): Color | undefined {
  const [red, green, blue, alpha = 1] =
    /^rgba?\(([^)]+)\)$/
      .exec(value ?? '')?.[1]
      ?.split(/[\s,/]+/)
      .map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [red, green, blue, alpha].every(Number.isFinite) ? [red, green, blue, alpha] : undefined;
}

/** Relative luminance of WCAG 2.2, 0–1, without opacity. */
export function luminance([red, green, blue]: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of WCAG 2.2, 1–21; undefined unless both colors are opaque. */
export function contrast(one: Color | undefined, other: Color | undefined): number | undefined {
  if (!one || !other || one[3] < 1 || other[3] < 1) return undefined;
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Least saturation of a color that has a hue. */
const LEAST_SATURATION = 0.25;

/** Hues of the names, degrees; those of neighbors overlap. */
const HUES: Partial<Record<ColorName, readonly (readonly [number, number])[]>> = {
  red: [
    [0, 14],
    [342, 360],
  ],
  orange: [[15, 44]],
  brown: [[10, 44]],
  yellow: [[44, 68]],
  green: [[75, 168]],
  teal: [[165, 197]],
  blue: [[198, 255]],
  purple: [[256, 315]],
  pink: [[300, 350]],
};

/** Lightness up to which a color is a dark one, and from which it is a light one. */
const DARKEST = 0.35;
const LIGHTEST = 0.65;

/** Whether a visible color is the wanted one. */
export function isColor(color: Color | undefined, wanted: WantedColor): boolean {
  if (!color || color[3] < 0.5) return false;
  if (typeof wanted === 'object' && 'name' in wanted) {
    const { lightness } = hslOf(color);
    return isColor(color, wanted.name) && (wanted.tone === 'dark' ? lightness <= DARKEST : lightness >= LIGHTEST);
  }
  if (typeof wanted !== 'string') return wanted.every((channel, index) => channel === color[index]);
  const { hue, saturation, lightness } = hslOf(color);
  if (wanted === 'black') return lightness <= 0.12;
  if (wanted === 'white') return lightness >= 0.95;
  if (wanted === 'gray') return saturation <= 0.15 && lightness > 0.12 && lightness < 0.95;
  if (saturation < LEAST_SATURATION || lightness < 0.1 || lightness > 0.95) return false;
  if (wanted === 'brown' && lightness > 0.45) return false;
  if (wanted === 'pink' && lightness < 0.5) return false;
  return (HUES[wanted] ?? []).some(([from, to]) => hue >= from && hue <= to);
}

function hslOf([red, green, blue]: Color): { hue: number; saturation: number; lightness: number } {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  const lightness = (max + min) / 2;
  const range = max - min;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const sector = max === r ? ((g - b) / range + 6) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return { hue: sector * 60, saturation, lightness };
}
