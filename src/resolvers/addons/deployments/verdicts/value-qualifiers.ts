import { type StatedValue, valuesIn } from '../../../core/wishes/values.ts';

/** Words directly behind a value: the unit that it is for, such as a month, or its taxes. */
const QUALIFIER =
  /^\s*(?:(?:\/|per|pro|par|al|por(?!\s+favor)|each|je|an?(?=\s(?:month|year|week|day|hour|night|person)))\s*(?<unit>\p{L}{2,})|(?<tax>net|gross|netto|brutto|neto|bruto|ht|ttc|plus|incl|excl|inkl|exkl|zzgl)(?!\p{L}))/iu;

/** Letters that tell one qualifier from another, however it is abbreviated. */
const TOLD_BY = 2;

const qualifiersOf = ({ kind, value }: StatedValue, text: string): (string | undefined)[] =>
  valuesIn(text)
    .filter((each) => each.kind === kind && each.value === value)
    .map(({ index, text: shown }) => {
      const { unit, tax } = QUALIFIER.exec(text.slice(index + shown.length))?.groups ?? {};
      return (unit ?? tax)?.slice(0, TOLD_BY).toLowerCase();
    });

const WEEKDAY =
  /(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)(?!\p{L})|[月火水木金土日]曜/giu;
const DAY = String.raw`(?:(?<!\p{L})(?:mo|tu|we|th|fr|sa|su|di|mi|do|so|lu|ma|me|je|ve|ju|vi|sá)\p{L}{0,8}\.?|[月火水木金土日]曜?日?)`;
const DAYS = new RegExp(String.raw`${DAY}\s*(?:[-–—~～〜]|to|until|bis|à|au|a|から)\s*${DAY}`, 'giu');

/** Whether a comment is about one day, which a text shows only within a span of days. */
function isDayOfSpan(comment: string, now: string): boolean {
  const [day, ...others] = comment.match(WEEKDAY) ?? [];
  if (day === undefined || others.length > 0) return false;
  const rest = now.replace(DAYS, ' ');
  const start = day.slice(0, /曜/u.test(day) ? 1 : TOLD_BY);
  return rest !== now && !new RegExp(String.raw`(?<!\p{L})${start}`, 'iu').test(rest);
}

/** Whether a text shows a value as the comment qualifies it: per month, net, on Fridays. */
export function isQualifiedAs(value: StatedValue, comment: string, now: string): boolean {
  const wanted = qualifiersOf(value, comment).filter((each) => each !== undefined);
  const shown = qualifiersOf(value, now);
  return wanted.every((each) => shown.includes(each)) && !(value.kind === 'time' && isDayOfSpan(comment, now));
}
