/** Features of an element's position, derived from its path. */
export interface LocationFeatures {
  /** Tags from the root to the element. */
  readonly path: readonly string[];
  /** Path with the number of each element among its siblings: `li[3]`. */
  readonly steps: readonly string[];
  /** Page sections around the element: header, footer, nav, main, form and the like. */
  readonly regions: ReadonlySet<string>;
  /** Outermost section: footer, header or main. */
  readonly region: string;
  /** Number in the innermost list, row or series; 0 when unknown. */
  readonly number: number;
  /** Whether the element is in a list item. */
  readonly isListed: boolean;
}

const REGIONS = new Set(['header', 'footer', 'nav', 'aside', 'main', 'form', 'table', 'dialog', 'article']);
const OUTERMOST = ['footer', 'header', 'main'];

/** Derives the features from steps in the notation of {@link stepsOf}. */
export function locationFeaturesOf(steps: readonly string[]): LocationFeatures {
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

/**
 * Splits an XPath into steps of one notation, tag in lower case and number: `li[1]` for the first
 * `li`, `svg[1]` for `*[name()="svg"]` and `*[local-name() = "svg"][1]`.
 */
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
