/** Where an element stands, as far as the path to it says. */
export interface Whereabouts {
  /** Tags from the root to the element. */
  readonly path: readonly string[];
  /** The same with each one's number among its siblings: `li[3]`. */
  readonly steps: readonly string[];
  /** Sections of the page that it stands in: header, footer, nav, main, form and the like; the bits of {@link bitOf}. */
  readonly regions: number;
  /** The outermost kind of them. */
  readonly region: string;
  /** Its number in the innermost list, row or series that it is in; 0 where nobody knows. */
  readonly number: number;
  readonly isListed: boolean;
}

/** Where something stands of which nobody knows where it stands. */
const NOWHERE: Whereabouts = { path: [], steps: [], regions: 0, region: '', number: 0, isListed: false };
const REGIONS = ['header', 'footer', 'nav', 'aside', 'main', 'form', 'table', 'dialog', 'article'];
/** A section's bit among those of {@link Whereabouts.regions}; 0 for what is none. */
export const bitOf = (tag: string) => (1 << (REGIONS.indexOf(tag) + 1)) & ~1;
const OUTERMOST = ['footer', 'header', 'main'];
const SERIES = new Set(['li', 'td', 'tr', 'article', 'option', 'section']);

/** Takes steps from a place: each a tag and a number, `li[3]`. */
export function follow(taken: readonly string[], from = NOWHERE): Whereabouts {
  if (taken.length === 0) return from;
  const [path, steps] = [[...from.path], [...from.steps]];
  let { regions, isListed } = from;
  let number = from.number || 1;
  for (const one of taken) {
    const step = one.toLowerCase();
    const tag = step.slice(0, step.indexOf('['));
    const count = Number.parseInt(step.slice(tag.length + 1), 10);
    path.push(tag);
    steps.push(step);
    regions |= bitOf(tag);
    if (count > 1 || (count >= 0 && SERIES.has(tag))) number = count;
    if (tag === 'li') isListed = true;
  }
  const region = OUTERMOST.find((outer) => regions & bitOf(outer)) ?? '';
  return { path, steps, regions, region, number, isListed };
}

/** Steps of an XPath in one notation: `li[1]` for the first, `svg[1]` for `*[name()="svg"]` and `*[local-name() = "svg"][1]`. */
export function stepsOf(xpath: string): string[] {
  return xpath
    .toLowerCase()
    .replace(/\*\[(?:local-)?name\(\) ?= ?"([^"]*)"\]/g, '$1')
    .split('/')
    .filter(Boolean)
    .map((step) => (step.endsWith(']') ? step : `${step}[1]`));
}
