import type { PageLanguage } from '../../page/translation.ts';
import type { Quote } from '../quotes/quote.ts';
import type { Description, Duplicates, Kin, PageBox } from './description.ts';
import { EXACT_LIMIT } from './limits.ts';

/** Fingerprint received from the service, validated member by member. */
export interface StoredTarget {
  readonly selector: string;
  readonly xpath: string;
  readonly text: string;
  /** Selected passage of the element's text; null without a selection. */
  readonly quote: Quote | null;
  /** Texts that a comment asks for; the element may show one of them instead of its own. */
  readonly wantedTexts: readonly string[];
  /** Description that the engine compares; derived from the members above in a bare fingerprint. */
  readonly description: Description;
  /** Language of the page when the fingerprint was taken. */
  readonly page: PageLanguage;
  /**
   * Previous fingerprint of the target, tried when the present one is not found: a page may have
   * been reverted.
   */
  readonly before?: StoredTarget;
}

const TEXT_LIMIT = 2048;
const MAX_WANTED_TEXTS = 3;

/**
 * Reads a stored fingerprint of this version, of the first version (tag, selector, xpath, text,
 * styles, box), or a bare one (selector, xpath, text). Fingerprints come from untrusted clients, so
 * every member is validated.
 */
export function readStored(value: unknown): StoredTarget {
  const stored = record(value);
  const traits = record(stored.traits);
  const [selector, xpath] = [text(stored.selector), text(stored.xpath)];
  const ownText = text(stored.text);
  const hint = hintsOf(selector);
  const description: Description = {
    tag: text(stored.tag) || lastTagOf(text(traits.xpath) || xpath) || hint.tag,
    xpath: text(traits.xpath) || xpath,
    id: text(traits.id) || hint.id,
    name: text(traits.name) || hint.name,
    type: text(traits.type),
    testId: text(traits.testId) || hint.testId,
    classes: text(traits.classes) || hint.classes,
    href: text(traits.href),
    text: text(traits.words) || ownText,
    label: text(traits.label),
    icon: text(traits.icon),
    box: boxIn(stored.box),
    neighbors: Array.isArray(traits.beside) ? traits.beside.slice(0, 4).map(text) : [],
    card: text(traits.card),
    group: text(traits.group),
    duplicates: duplicatesIn(traits.twins),
    kin: kinIn(traits.kin),
    ...(isNumber(traits.size) && { size: traits.size }),
    ...(Array.isArray(traits.around) && { around: traits.around.filter(isNumber).slice(0, 3) }),
  };
  return {
    selector,
    xpath,
    text: ownText,
    quote: quoteIn(stored.quote),
    wantedTexts: textsIn(stored.wantedTexts),
    description,
    page: { language: text(traits.language), isTranslated: traits.translated === true },
  };
}

/** Reads the fingerprints of a pin: a single one, or a list of the present and the original one. */
export function readPin(stored: unknown): StoredTarget {
  if (!Array.isArray(stored)) return readStored(stored);
  const [present, original] = stored;
  return original === undefined ? readStored(present) : { ...readStored(present), before: readStored(original) };
}

/**
 * Returns the tag of the last step of an XPath. Reads only the end, because the pattern backtracks
 * over its input.
 */
export function lastTagOf(xpath: string): string {
  const [, foreign, plain] =
    /\/(?:\*\[(?:local-)?name\(\) ?= ?"([^"]+)"\]|([a-z][\w-]*))(?:\[[^\]]*\])*$/i.exec(xpath.slice(-100)) ?? [];
  return foreign ?? plain ?? '';
}

/** Reads tag, id, name, test id and classes from the last compound of a selector. */
function hintsOf(selector: string) {
  const last = /[^\s>+~]*$/.exec(selector.slice(-200))?.[0] ?? '';
  const match = (pattern: RegExp) => pattern.exec(last)?.[1]?.replace(/\\(.)/g, '$1') ?? '';
  return {
    tag: match(/^([a-z][\w-]*)/i),
    id: match(/#((?:[\w-]|\\.)+)/),
    name: match(/\[name="((?:[^"\\]|\\.)*)"\]/),
    testId: match(/\[data-(?:testid|test-id|test|cy|qa)="((?:[^"\\]|\\.)*)"\]/),
    classes: [...last.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = '']) => name).join(' '),
  };
}

/** Returns the value as an object with readable members; an empty one for other values. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, TEXT_LIMIT) : '';
}

/** Reads a list of texts; empty ones are left out. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.slice(0, MAX_WANTED_TEXTS).map(text).filter(Boolean) : [];
}

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function quoteIn(value: unknown): Quote | null {
  const { exact, prefix, suffix } = record(value);
  const [passage, before, after] = [exact, prefix, suffix].map((part) => text(part).slice(0, EXACT_LIMIT));
  return passage ? { exact: passage, prefix: before ?? '', suffix: after ?? '' } : null;
}

function boxIn(value: unknown): PageBox | undefined {
  const { x, y, width, height } = record(value);
  return isNumber(x) && isNumber(y) && isNumber(width) && isNumber(height) ? { x, y, width, height } : undefined;
}

function kinIn(value: unknown): Kin | undefined {
  const { onPage, inCard } = record(value);
  return isNumber(onPage) && isNumber(inCard) ? { onPage, inCard } : undefined;
}

function duplicatesIn(value: unknown): Duplicates | undefined {
  const { index, count, inCard } = record(value);
  return isNumber(index) && isNumber(count) ? { index, count, ...(isNumber(inCard) && { inCard }) } : undefined;
}
