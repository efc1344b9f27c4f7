import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEnginePage } from '../support/engine-page.ts';

let page: Page;

beforeAll(async () => {
  page = await openEnginePage();
});
afterAll(() => page?.browser().close());

/**
 * Pins every button of a page alone; returns what each is bound to in the next one, or its state.
 *
 * @param isEarlier whether the fingerprints are from before icons were read
 */
async function follow(before: string, after: string, isEarlier = false): Promise<Record<string, string>> {
  await page.setContent(`<!doctype html><body>${before}</body>`);
  const stored = (await page.evaluate(`[...document.querySelectorAll('[data-is]')].map((element) => {
    const mark = element.dataset.is; delete element.dataset.is;
    return [mark, JSON.parse(JSON.stringify(pin.fingerprint(element)))];
  })`)) as [string, { traits: object }][];
  if (isEarlier) {
    for (const [index, [, { traits }]] of stored.entries())
      Object.assign(traits, { icon: '', twins: { index, count: stored.length } });
  }
  await page.setContent(`<!doctype html><body>${after}</body>`);
  return (await page.evaluate(`{
    for (const element of document.querySelectorAll('[data-is]')) { element.mark = element.dataset.is; delete element.dataset.is; }
    Object.fromEntries(${JSON.stringify(stored)}.map(([mark, one]) => {
      const [{ state, element }] = pin.locate(document, [pin.readStored(one)]);
      return [mark, element?.mark ?? state];
    })) }`)) as Record<string, string>;
}

const PATHS = {
  pen: 'M12 20h9 M16.5 3.5l4 4L7 21H3v-4z',
  bin: 'M3 6h18 M8 6V4h8v2 M19 6l-1 14H6L5 6',
  star: 'M12 2l3 7h7l-6 4 2 8-6-5-6 5 2-8-6-4h7z',
  bell: 'M18 8a6 6 0 0 0-12 0c0 7-3 9-3 9h18s-3-2-3-9',
} as const;
type Name = keyof typeof PATHS;
const NAMES: readonly Name[] = ['pen', 'bin', 'star', 'bell'];

/** Ways to draw an icon, by a build of the page. */
const DRAWN: Record<string, (name: Name, build: number) => string> = {
  'path data': (name, build) =>
    `<svg viewBox="0 0 24 24"><path d="${build ? PATHS[name].replace(/ /g, ',') : PATHS[name]}"/></svg>`,
  symbols: (name, build) => `<svg><use href="/sprite.${build}f3a9.svg#icon-${name}"/></svg>`,
  images: (name, build) => `<img src="/img/${name}.8f3${build}a.svg?v=${build}">`,
};

describe.each(Object.keys(DRAWN))('buttons without labels, drawn by %s', (kind) => {
  const buttons = (names: readonly Name[], build = 0) =>
    names.map((name) => `<button class="b${build}" data-is="${name}">${DRAWN[kind]?.(name, build)}</button>`).join('');
  const shown = (names: readonly Name[], build = 0) => `<h1>Notes</h1><div>${buttons(names, build)}</div><p>Monday</p>`;
  const same = Object.fromEntries(NAMES.map((name) => [name, name]));

  test('follow their icons when they are reordered', async () => {
    expect(await follow(shown(NAMES), shown(['bell', 'star', 'bin', 'pen']))).toEqual(same);
  });

  test('follow them in another build of the page', async () => {
    expect(await follow(shown(NAMES), shown(['star', 'pen', 'bell', 'bin'], 1))).toEqual(same);
  });

  test('follow them to another part of the page', async () => {
    const after = `<h1>Notes</h1><p>Tuesday</p><ul><li>Bread</li></ul><aside><h2>More</h2>${buttons(NAMES, 1)}</aside>`;
    expect(await follow(shown(NAMES), after)).toEqual(same);
  });

  test('are not bound to another one in their place', async () => {
    const found = await follow(shown(NAMES), shown(['pen', 'star', 'bell']));
    expect(found).toMatchObject({ pen: 'pen', star: 'star', bell: 'bell' });
    expect(['moved', 'orphaned']).toContain(found.bin);
  });

  test('are bound in their place by a fingerprint from before icons were read', async () => {
    expect(await follow(shown(NAMES), shown(NAMES), kind === 'path data')).toEqual(same);
  });

  test('of rows stay in their rows when others are removed', async () => {
    const rows = (names: readonly string[]) =>
      `<table>${names
        .map((name) => {
          const own = ['pen', 'bin'].map(
            (icon) => `<button data-is="${name} ${icon}">${DRAWN[kind]?.(icon as Name, 0)}</button>`,
          );
          return `<tr><td>${name}</td><td>${own.join('')}</td></tr>`;
        })
        .join('')}</table>`;
    const found = await follow(rows(['Ann Lee', 'Bob Ray', 'Cid Moe']), rows(['Cid Moe', 'Ann Lee']));
    for (const name of ['Ann Lee', 'Cid Moe'])
      for (const icon of ['pen', 'bin']) expect(found[`${name} ${icon}`]).toBe(`${name} ${icon}`);
    for (const icon of ['pen', 'bin']) expect(['moved', 'orphaned']).toContain(found[`Bob Ray ${icon}`]);
  });
});

test('the picture of a private element is not read', async () => {
  await page.setContent(`<body><button data-svc-mask>${DRAWN['path data']?.('pen', 0)}</button></body>`);
  const traits = await page.evaluate(`pin.fingerprint(document.querySelector('button')).traits`);
  expect(traits).not.toHaveProperty('icon');
});
