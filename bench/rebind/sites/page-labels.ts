import type { Page } from 'puppeteer-core';

/** Element that is the same on two pages, and what showed it. */
export interface SiteLabel {
  readonly old: string;
  readonly new: string;
  /** Attribute that both pages lost; `text` for a text that the new page shows reworded. */
  readonly kind: 'id' | 'name' | 'href' | 'src' | 'text';
  readonly value: string;
}

/** Largest number of descendants of a labeled element. */
const MAX_SIZE = 30;
/** Labels of one page, by attribute and by text. */
const MAX_BY_ATTRIBUTE = 14;
const MAX_BY_TEXT = 8;

/** Page code that lists the elements that an attribute or a text identifies. */
const KEYS = `{
  const unseen = 'noscript, style, template, meta, link, title, base, param, br, wbr, option, svg *';
  const pathOf = (element) => {
    const steps = [];
    for (let at = element; at; at = at.parentElement) {
      let number = 1;
      for (let before = at.previousElementSibling; before; before = before.previousElementSibling)
        if (before.localName === at.localName) number++;
      steps.unshift(at.localName + '[' + number + ']');
    }
    return '/' + steps.join('/');
  };
  const groups = new Map();
  const add = (kind, value, element) => {
    if (!value) return;
    const key = kind + ' ' + value;
    groups.set(key, [...(groups.get(key) ?? []), element]);
  };
  for (const element of document.body.querySelectorAll('*')) {
    if (element.matches(unseen)) continue;
    const read = (name) => element.getAttribute(name) ?? '';
    add('id', /[a-z]/i.test(element.id) ? element.id : '', element);
    if (element.matches('input, select, textarea')) add('name', read('name'), element);
    if (element.matches('a')) add('href', /^(#|#!|javascript:.*)?$/i.test(read('href')) ? '' : read('href').replace(/^\\.?\\//, ''), element);
    if (element.matches('img')) add('src', read('src').replace(/.*\\/|[?#].*/g, ''), element);
    const text = element.childElementCount ? '' : element.textContent.replace(/\\s+/g, ' ').trim();
    add('text', /\\p{L}{3}.*\\s\\p{L}{2}/u.test(text) && text.length < 200 ? text : '', element);
  }
  JSON.stringify([...groups].filter(([, elements]) => elements.length === 1)
    .map(([key, [element]]) => [key, { path: pathOf(element), tag: element.localName, size: element.querySelectorAll('*').length }]));
}`;

interface Keyed {
  readonly path: string;
  readonly tag: string;
  readonly size: number;
}

/** Lists what identifies one element of the present page each. */
export async function keysOn(page: Page): Promise<ReadonlyMap<string, Keyed>> {
  return new Map(JSON.parse((await page.evaluate(KEYS)) as string) as [string, Keyed][]);
}

/**
 * Pairs the elements of two pages that the same attribute or text identifies. Elements about which
 * two attributes disagree are left out, and most elements that did not move.
 *
 * @param isKnown whether another page of the site has that label
 */
export function labelsOf(
  before: ReadonlyMap<string, Keyed>,
  now: ReadonlyMap<string, Keyed>,
  isKnown: (key: string) => boolean,
): SiteLabel[] {
  const pairs = [...before].flatMap(([key, old]) => {
    const found = now.get(key);
    const at = key.indexOf(' ');
    const [kind, value] = [key.slice(0, at) as SiteLabel['kind'], key.slice(at + 1)];
    return found ? [{ old: old.path, new: found.path, kind, value, key, both: [old, found] as const }] : [];
  });
  const [newOf, oldOf] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const { old, new: found } of pairs) {
    newOf.set(old, (newOf.get(old) ?? new Set()).add(found));
    oldOf.set(found, (oldOf.get(found) ?? new Set()).add(old));
  }
  const used = new Set<string>();
  const labels = pairs.filter(({ old, new: found, kind, key, both: [a, b] }) => {
    const isAgreed = newOf.get(old)?.size === 1 && oldOf.get(found)?.size === 1;
    const isAlike = a.tag === b.tag || (kind !== 'id' && kind !== 'text');
    if (!isAgreed || !isAlike || used.has(old) || isKnown(key) || Math.max(a.size, b.size) > MAX_SIZE) return false;
    used.add(old);
    return true;
  });
  const select = (isText: boolean, count: number) => {
    const own = labels.filter(({ kind }) => (kind === 'text') === isText);
    const moved = own.filter(({ old, new: found }) => old !== found);
    const others = own.filter((label) => !moved.includes(label)).slice(0, Math.ceil(count / 2));
    const all = [...moved, ...others];
    const step = Math.max(1, all.length / count);
    return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * step)]);
  };
  return [...select(false, MAX_BY_ATTRIBUTE), ...select(true, MAX_BY_TEXT)].flatMap((label) =>
    label ? [{ old: label.old, new: label.new, kind: label.kind, value: label.value }] : [],
  );
}

/** Words that replace those of a reworded text. */
const WORDS = 'plan review order account center simple global market update select report first share open'.split(' ');

/** Replaces every third word, or two of three. */
function reworded(text: string, seed: number): string {
  return text
    .split(' ')
    .map((word, i) => {
      const isReplaced = seed % 2 === 0 ? (i + seed) % 3 === 0 : (i + seed) % 3 !== 0;
      const other = WORDS[(seed * 7 + i * 5) % WORDS.length] ?? word;
      return isReplaced ? (/^\p{Lu}/u.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other) : word;
    })
    .join(' ');
}

/** Removes what showed that the elements are the same; returns the HTML of the page. */
export async function hideKeys(page: Page, labels: readonly SiteLabel[], isNew: boolean): Promise<string> {
  const changes = labels.map((label, i) => ({
    path: isNew ? label.new : label.old,
    kind: label.kind,
    text: isNew && label.kind === 'text' ? reworded(label.value, i) : '',
  }));
  return (await page.evaluate(`{
    const changes = ${JSON.stringify(changes)};
    const elements = changes.map(({ path }) => document.evaluate(path, document, null, 9, null).singleNodeValue);
    changes.forEach(({ kind, text }, i) => {
      if (kind !== 'text') elements[i].removeAttribute(kind);
      else if (text) elements[i].textContent = text;
    });
    '<!doctype html>' + document.documentElement.outerHTML;
  }`)) as string;
}
