/** Where an element stands, as far as the path to it says. */
export interface Whereabouts {
  /** Tags from the root to the element. */
  readonly path: readonly string[];
  /** The same with each one's number among its siblings: `li[3]`. */
  readonly steps: readonly string[];
  /** Sections of the page that it stands in: header, footer, nav, main, form and the like. */
  readonly regions: ReadonlySet<string>;
  /** The outermost kind of them. */
  readonly region: string;
  /** Its number in the innermost list, row or series that it is in; 0 where nobody knows. */
  readonly number: number;
  readonly isListed: boolean;
}

const REGIONS = new Set(['header', 'footer', 'nav', 'aside', 'main', 'form', 'table', 'dialog', 'article']);
const OUTERMOST = ['footer', 'header', 'main'];

/** What steps of one notation say: a tag in small letters and a number, `li[3]`. */
export function whereaboutsOf(steps: readonly string[]): Whereabouts {
  const path = steps.map((step) => step.slice(0, step.indexOf('[')));
  const regions = new Set(path.filter((tag) => REGIONS.has(tag)));
  return {
    path,
    steps,
    regions,
    region: OUTERMOST.find((region) => regions.has(region)) ?? '',
    number: numberOf(path, steps),
    isListed: path.includes('li'),
  };
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

const SERIES = new Set(['li', 'td', 'tr', 'article', 'option', 'section']);

function numberOf(path: readonly string[], steps: readonly string[]): number {
  for (let i = steps.length - 1; i >= 0; i--) {
    const tag = path[i] ?? '';
    const number = Number.parseInt((steps[i] ?? '').slice(tag.length + 1), 10);
    if (number > 1 || (number >= 0 && SERIES.has(tag))) return number;
  }
  return steps.length ? 1 : 0;
}
