import { QUALIFIER, type StatedValue, valuesIn } from '../../../core/wishes/values.ts';

/** Letters that tell one qualifier from another, however it is abbreviated. */
const TOLD_BY = 2;

const qualifiersOf = ({ kind, value }: StatedValue, text: string): (string | undefined)[] =>
  valuesIn(text)
    .filter((each) => each.kind === kind && each.value === value)
    .map(({ index, text: shown }) => {
      const { unit, tax } = QUALIFIER.exec(text.slice(index + shown.length))?.groups ?? {};
      return (unit ?? tax)?.slice(0, TOLD_BY).toLowerCase();
    });

export const WEEKDAY =
  /(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)(?!\p{L})|[月火水木金土日]曜/giu;
const DAY = String.raw`(?:(?<!\p{L})(?:mo|tu|we|th|fr|sa|su|di|mi|do|so|lu|ma|me|je|ve|ju|vi|sá)\p{L}{0,8}\.?|[月火水木金土日]曜?日?)`;
const DAYS = new RegExp(String.raw`${DAY}\s*(?:[-–—~～〜]|to|until|bis|à|au|a|から)\s*${DAY}`, 'giu');

/** Whether a text names a day, also by its first letters. */
export const hasDay = (text: string, day: string): boolean => new RegExp(`(?<!\\p{L})${startOf(day)}`, 'iu').test(text);

const startOf = (day: string): string => day.slice(0, /曜/u.test(day) ? 1 : TOLD_BY);

/** Whether a comment is about one day, which a text shows only within a span of days. */
function isDayOfSpan(comment: string, now: string): boolean {
  const [day, ...others] = comment.match(WEEKDAY) ?? [];
  if (day === undefined || others.length > 0) return false;
  const rest = now.replace(DAYS, ' ');
  return rest !== now && !hasDay(rest, day);
}

/** Whether a text shows a value as the comment qualifies it: per month, net, on Fridays. */
export function isQualifiedAs(value: StatedValue, comment: string, now: string): boolean {
  const wanted = qualifiersOf(value, comment).filter((each) => each !== undefined);
  const shown = qualifiersOf(value, now);
  return wanted.every((each) => shown.includes(each)) && !(value.kind === 'time' && isDayOfSpan(comment, now));
}
