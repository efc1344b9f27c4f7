import type { DomIndex } from '../dom-index/dom-index.ts';
import type { IndexedElement } from '../dom-index/indexed-element.ts';
import { aroundOf } from '../fingerprint/describe.ts';
import type { StoredTarget } from '../fingerprint/stored.ts';
import { CLASSES } from '../ranking/feature-columns.ts';
import type { Entry, Row } from '../ranking/rank.ts';
import { stepsOf } from '../traits/location-features.ts';
import { HALF } from '../weights/hand-set-weights.ts';

/** Place of a target on a page in another language. */
export interface TranslatedPlace {
  readonly entry: Entry;
  /** Whether the page shows that nothing was inserted or removed around the place. */
  readonly isCertain: boolean;
}

/** Finds the only element with the target's test id or id, else the element at its path. */
export function elementAtPlace(
  { description: { testId = '', id = '', xpath = '' } }: StoredTarget,
  domIndex: DomIndex,
): IndexedElement | undefined {
  for (const [kind, value] of [
    ['testId', testId],
    ['id', id],
  ] as const) {
    const [first, second] = value ? domIndex.lookup(kind, value) : [];
    if (first && !second) return first;
  }
  return domIndex.atPath(stepsOf(xpath));
}

/**
 * Compares an element with a target by what translation keeps: kind, names, classes, address,
 * structure and numbers. Words do not count.
 */
export function placeAt(
  { description: { around } }: StoredTarget,
  { target }: Row,
  entry: Entry,
  indexed: IndexedElement,
): TranslatedPlace | null {
  const { traits, features } = entry;
  const isSame =
    target.tag === traits.tag &&
    target.control === traits.control &&
    target.type === traits.type &&
    target.id === traits.id &&
    target.testId === traits.testId &&
    withoutLanguage(target.href) === withoutLanguage(traits.href) &&
    (target.size ?? traits.size) === traits.size &&
    (target.classes[0] || traits.classes[0] ? (features[CLASSES] ?? 0) >= HALF : true) &&
    !target.key === !traits.key &&
    haveSameNumbers(target.normalized, traits.normalized);
  const isNamed = target.id !== '' || target.testId !== '';
  const now = aroundOf(indexed);
  const isUnchanged = around?.length === now.length && around.every((size, i) => size === now[i]);
  return isSame && (isNamed || !around || isUnchanged) ? { entry, isCertain: isNamed || isUnchanged } : null;
}

/** Address without the language at its beginning: `/de/shop` and `/en/shop` are one page. */
const withoutLanguage = (href: string) => href && (href.replace(/^\/[a-z]{2}(-[a-z]{2})?(?=\/|$)/i, '') || '/');

/** Whether one text has a number of the other; true if one has none, as "four" becomes "4". */
function haveSameNumbers(a: string, b: string): boolean {
  const [before, now] = [a.match(/\d+/g), b.match(/\d+/g)];
  return !before || !now || before.some((number) => now.some((other) => other === number));
}
