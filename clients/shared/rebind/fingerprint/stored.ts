import type { Quote } from '../quotes/quote.ts';
import type { Description, PageBox, Twins } from './description.ts';
import { EXACT_LIMIT } from './limits.ts';

/** A fingerprint as it comes back from the service, read part by part: whatever was stored, every part is what it says. */
export interface StoredTarget {
  readonly selector: string;
  readonly xpath: string;
  readonly text: string;
  /** The passage of the element's text that was selected; null when none was. */
  readonly quote: Quote | null;
  /** What the engine compares; made of the three above where nothing else is known. */
  readonly description: Description;
  /** The target as it was before: what is looked for where this is not found. A page may have gone back to what it was. */
  readonly before?: StoredTarget;
}

const LONGEST = 2048;

/**
 * Reads a stored fingerprint: of this version, of the first (tag, selector, xpath, text, styles, box), or bare
 * (selector, xpath, text). Anyone can write one, so nothing in it is trusted.
 */
export function readStored(value: unknown): StoredTarget {
  const stored = record(value);
  const traits = record(stored.traits);
  const [selector, xpath] = [text(stored.selector), text(stored.xpath)];
  const own = text(stored.text);
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
    text: own,
    label: text(traits.label),
    box: boxIn(stored.box),
    beside: Array.isArray(traits.beside) ? traits.beside.slice(0, 4).map(text) : [],
    card: text(traits.card),
    twins: twinsIn(traits.twins),
  };
  return { selector, xpath, text: own, quote: quoteIn(stored.quote), description };
}

/** Reads a pin's fingerprints: one, or two, the present one before that of when it was written. */
export function readPin(stored: unknown): StoredTarget {
  if (!Array.isArray(stored)) return readStored(stored);
  const [present, original] = stored;
  return original === undefined ? readStored(present) : { ...readStored(present), before: readStored(original) };
}

/** The tag that the last step of an XPath names. Only the end is read: the pattern goes back and forth over what it gets. */
export function lastTagOf(xpath: string): string {
  const [, foreign, plain] =
    /\/(?:\*\[(?:local-)?name\(\) ?= ?"([^"]+)"\]|([a-z][\w-]*))(?:\[[^\]]*\])*$/i.exec(xpath.slice(-100)) ?? [];
  return foreign ?? plain ?? '';
}

/** What the last part of a selector says of the element itself. */
function hintsOf(selector: string) {
  const last = /[^\s>+~]*$/.exec(selector.slice(-200))?.[0] ?? '';
  const one = (pattern: RegExp) => pattern.exec(last)?.[1]?.replace(/\\(.)/g, '$1') ?? '';
  return {
    tag: one(/^([a-z][\w-]*)/i),
    id: one(/#((?:[\w-]|\\.)+)/),
    name: one(/\[name="((?:[^"\\]|\\.)*)"\]/),
    testId: one(/\[data-(?:testid|test-id|test|cy|qa)="((?:[^"\\]|\\.)*)"\]/),
    classes: [...last.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name = '']) => name).join(' '),
  };
}

/** What has no properties that can be read has none. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST) : '';
}

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function quoteIn(value: unknown): Quote | null {
  const { exact, prefix, suffix } = record(value);
  const [words, before, after] = [exact, prefix, suffix].map((part) => text(part).slice(0, EXACT_LIMIT));
  return words ? { exact: words, prefix: before ?? '', suffix: after ?? '' } : null;
}

function boxIn(value: unknown): PageBox | undefined {
  const { x, y, width, height } = record(value);
  return isNumber(x) && isNumber(y) && isNumber(width) && isNumber(height) ? { x, y, width, height } : undefined;
}

function twinsIn(value: unknown): Twins | undefined {
  const { index, count, inCard } = record(value);
  return isNumber(index) && isNumber(count) ? { index, count, ...(isNumber(inCard) && { inCard }) } : undefined;
}
