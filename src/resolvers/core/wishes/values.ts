/** A price, a time or a percentage in a text. */
export interface StatedValue {
  kind: 'price' | 'time' | 'percent';
  /** Amount with its currency, minutes since midnight, or percent: equal for equal values. */
  value: string;
  /** As written. */
  text: string;
  index: number;
}

const AMOUNT = String.raw`\d{1,3}(?:[.,'’\u00A0\u202F ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const PRICE = new RegExp(
  String.raw`(?<![\p{Script=Latin}\d.,])(?:(?<before>[€$£¥]|EUR|USD|GBP|CHF)\s?(?<first>${AMOUNT})|(?<second>${AMOUNT})\s?(?<after>[€$£¥円]|(?:EUR|USD|GBP|CHF|euros?|dollars?)(?!\p{L})))`,
  'giu',
);
const TIME =
  /(?<![\d:.,])(?<hour>[01]?\d|2[0-4])(?:(?::(?<minute>[0-5]\d)|[h時](?<other>[0-5]\d)?分?)(?:\s?(?<half>[ap])\.?m\b\.?|\s?Uhr)?|\s?(?<only>[ap])\.?m\b\.?|\s?(?:Uhr|o['’]clock))(?![\d\p{Script=Latin}])/giu;
const PERCENT = /(?<![\d.,])(?<amount>\d+(?:[.,]\d+)?)\s?[%％]/gu;

/** Words directly behind a value: the unit that it is for, such as a month, or its taxes. */
export const QUALIFIER =
  /^\s*(?:(?:\/|per|pro|par|al|por(?!\s+favor)|each|je|an?(?=\s(?:month|year|week|day|hour|night|person)))\s*(?<unit>\p{L}{2,})|(?<tax>net|gross|netto|brutto|neto|bruto|ht|ttc|plus|incl|excl|inkl|exkl|zzgl)(?!\p{L}))/iu;

const CURRENCIES: Record<string, string> = {
  euro: '€',
  euros: '€',
  eur: '€',
  dollar: '$',
  dollars: '$',
  usd: '$',
  gbp: '£',
  円: '¥',
};

/** Finds the prices, times and percentages of a text, in their order. */
export function valuesIn(text: string): StatedValue[] {
  const prices = [...text.matchAll(PRICE)].map((found): StatedValue => {
    const { before, after, first, second } = found.groups ?? {};
    const currency = (before ?? after ?? '').toLowerCase();
    return stated('price', `${amountOf(first ?? second ?? '')} ${CURRENCIES[currency] ?? currency}`, found);
  });
  const times = [...text.matchAll(TIME)].map((found) => stated('time', minutesOf(found.groups ?? {}), found));
  const percentages = [...text.matchAll(PERCENT)].map((found) =>
    stated('percent', String(amountOf(found.groups?.amount ?? '')), found),
  );
  return [...prices, ...times, ...percentages].sort((a, b) => a.index - b.index);
}

const stated = (kind: StatedValue['kind'], value: string, { index, 0: text }: RegExpExecArray): StatedValue => ({
  kind,
  value,
  text: text.trim(),
  index,
});

/** The amount of digits with separators; the last one of one or two digits separates decimals. */
function amountOf(text: string): number {
  const decimals = /[.,](\d{1,2})$/.exec(text)?.[1] ?? '';
  const digits = text.replace(/\D/gu, '');
  return Number(digits) / 10 ** decimals.length;
}

function minutesOf({ hour, minute, other, half, only }: Record<string, string | undefined>): string {
  const period = (half ?? only)?.toLowerCase();
  const hours = period ? (Number(hour) % 12) + (period === 'p' ? 12 : 0) : Number(hour);
  return String(hours * 60 + Number(minute ?? other ?? 0));
}
