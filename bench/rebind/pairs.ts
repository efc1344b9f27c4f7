import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Description, PageBox } from '../../clients/shared/rebind/fingerprint/description.ts';
import { lastTagOf } from '../../clients/shared/rebind/fingerprint/stored.ts';

/** Site of a file of pairs: wanted elements of the old page, candidates of the new one. */
export interface Site {
  readonly name: string;
  readonly cases: readonly { readonly target: Description; readonly answer: string }[];
  readonly candidates: readonly Description[];
}

/**
 * Reads pairs, one JSON object per line: `{site, cases: [{target, answer}], candidates}`. Targets
 * and candidates are objects of optional strings (tag, xpath, text, class and so on); `answer` is
 * the xpath of the right candidate.
 *
 * @throws Error with file, line and problem
 */
export async function* readSites(file: string): AsyncGenerator<Site> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  for await (const raw of lines) {
    const line = number++ === 0 ? raw.replace(/^\uFEFF/, '') : raw;
    if (line.trim()) yield siteOf(line, (problem) => new Error(`${file}, line ${number}: ${problem}`));
  }
}

/** Whether an XPath is the answer, its parent or its child: a link and its span count as one. */
export function isExpectedMatch(xpath: string, answer: string): boolean {
  return xpath !== '' && (xpath === answer || parentOf(xpath) === answer || xpath === parentOf(answer));
}

const parentOf = (xpath: string) => xpath.slice(0, xpath.lastIndexOf('/'));

type Problem = (text: string) => Error;
type Values = Record<string, unknown>;

function siteOf(line: string, problem: Problem): Site {
  const site = parse(line, problem);
  if (typeof site.site !== 'string') throw problem('"site" is missing; expected the name of the site, a text');
  const cases = list(site, 'cases', problem).map((entry, i) => {
    const { target, answer } = entry;
    if (typeof answer !== 'string' || !answer)
      throw problem(`cases[${i}].answer is missing; expected an xpath, a text`);
    return { target: descriptionOf(target, `cases[${i}].target`, problem), answer };
  });
  const candidates = list(site, 'candidates', problem).map((entry, i) =>
    descriptionOf(entry, `candidates[${i}]`, problem),
  );
  return { name: site.site, cases, candidates };
}

function parse(line: string, problem: Problem): Values {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw problem(`not JSON (${error instanceof Error ? error.message : error}); expected one site per line`);
  }
  if (!isObject(value)) throw problem('not an object; expected {"site", "cases", "candidates"}');
  return value;
}

function list(site: Values, name: string, problem: Problem): Values[] {
  const value = site[name];
  if (!Array.isArray(value)) throw problem(`"${name}" is missing; expected an array`);
  value.forEach((entry, i) => {
    if (!isObject(entry)) throw problem(`${name}[${i}] is ${JSON.stringify(entry)}; expected an object`);
  });
  return value;
}

/** Reads a description; these files write "0" for a missing value. */
function descriptionOf(value: unknown, where: string, problem: Problem): Description {
  if (!isObject(value)) throw problem(`${where} is missing; expected an object of texts`);
  const text = (name: string) => (typeof value[name] === 'string' && value[name] !== '0' ? value[name] : '');
  const type = text('type');
  return {
    tag: (text('tag') || lastTagOf(text('xpath'))).toLowerCase(),
    xpath: text('xpath'),
    id: text('id'),
    name: text('name'),
    type,
    classes: text('class'),
    href: text('href'),
    text: text('text') || text('visible_text'),
    label:
      text('aria-label') ||
      text('alt') ||
      text('title') ||
      text('placeholder') ||
      (isButton(type) ? text('value') : ''),
    box: boxOf(value),
    neighbors: ['left', 'right', 'above', 'below'].map((side) => text(`neighbor_text_${side}`)),
  };
}

const isButton = (type: string) => /^(submit|button|reset)$/.test(type);

function boxOf(value: Values): PageBox | undefined {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number.parseFloat(String(value[name])));
  const isKnown = [x, y, width, height].every(Number.isFinite);
  return isKnown ? ({ x, y, width, height } as PageBox) : undefined;
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
