import { normalizeText } from '../traits/traits.ts';
import type { StoredTarget } from './stored.ts';

/**
 * Describes a target, and its previous fingerprint, as if it showed each of the wanted texts. The
 * number of its duplicates is unknown then. A text that the target or its surroundings showed
 * already is left out: it may be a former neighbor in the target's place.
 */
export function rewordings(target: StoredTarget): StoredTarget[] {
  const originals = target.before ? [target, target.before] : [target];
  return target.wantedTexts.flatMap((text) =>
    originals.flatMap((original) => {
      const wanted = completed(text, original);
      return showed(original, normalizeText(wanted)) ? [] : reword(original, wanted);
    }),
  );
}

const NUMBERS = /\d[\d.,:]*/g;

/** Puts a wanted price or time in the place of the only number of the text. */
function completed(wanted: string, { text }: StoredTarget): string {
  const [[value, ...others], numbers] = [wanted.match(NUMBERS) ?? [], text.match(NUMBERS)];
  const isOne = value && !others[0] && numbers?.length === 1 && !/\p{L}/u.test(wanted);
  return isOne ? text.replace(NUMBERS, value) : wanted;
}

function showed({ description: { text, label, neighbors = [], card = '' } }: StoredTarget, wanted: string): boolean {
  const [own, ...others] = [text || label || '', ...neighbors, card].map(normalizeText);
  return own === wanted || others.some((other) => ` ${other} `.includes(` ${wanted} `));
}

function reword({ before: _, ...target }: StoredTarget, wanted: string): StoredTarget {
  const { text = '', label = '', card = '', duplicates: _duplicates, ...rest } = target.description;
  const shown = text || label;
  return {
    ...target,
    text: wanted,
    description: {
      ...rest,
      text: text || !label ? wanted : '',
      label: text || !label ? label : wanted,
      card: shown ? card.replace(shown, () => wanted) : card,
    },
  };
}
