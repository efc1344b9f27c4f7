import { describe, expect, test } from 'vitest';
import type { PageElement } from '../../capture/page-record.ts';
import { readSelector } from './select-elements.ts';

/** CPU time, which other processes do not change, microseconds; quadratic work takes far more. */
const MAX_CPU_US = 1_000_000;

const element = (xpath: string, more: Partial<PageElement> = {}): PageElement => ({
  selector: '',
  xpath,
  tag: /\/(\w+)(?:\[\d+\])?$/.exec(xpath)?.[1] ?? '',
  id: '',
  classes: [],
  text: '',
  box: [0, 0, 1, 1],
  style: {
    color: '',
    backgroundColor: '',
    borderColor: '',
    opacity: '1',
    fontSize: '',
    fontWeight: '',
    fontFamily: '',
  },
  ...more,
});

const PAGE = [
  element('/html'),
  element('/html/body'),
  element('/html/body/main', { id: 'main' }),
  element('/html/body/main/div', { classes: ['card', 'wide'] }),
  element('/html/body/main/div/p[1]', { classes: ['price'] }),
  element('/html/body/main/div/p[2]', { classes: ['md:price'], id: '10' }),
  element('/html/body/p'),
  element('/html/body/section'),
  // Its div has no extent, and is not in the record.
  element('/html/body/section/div/p', { classes: ['deep'] }),
];

const found = (selector: string) => readSelector(selector)?.(PAGE).map(({ xpath }) => xpath.replace('/html/body', ''));

describe('selectors', () => {
  test.each([
    ['p', ['/main/div/p[1]', '/main/div/p[2]', '/p', '/section/div/p']],
    ['P.deep', ['/section/div/p']],
    ['#main', ['/main']],
    ['.card.wide', ['/main/div']],
    ['.card.narrow', []],
    ['div p', ['/main/div/p[1]', '/main/div/p[2]']],
    ['main p.price', ['/main/div/p[1]']],
    ['main > p', []],
    ['body > p', ['/p']],
    ['main>div>p:nth-of-type(2)', ['/main/div/p[2]']],
    ['p:nth-of-type(1)', ['/main/div/p[1]', '/p', '/section/div/p']],
    ['#main *', ['/main/div', '/main/div/p[1]', '/main/div/p[2]']],
    ['section p', ['/section/div/p']],
    ['section > p', []],
    ['.price, #main , .nothing', ['/main', '/main/div/p[1]']],
    ['.md\\:price', ['/main/div/p[2]']],
    ['#\\31 0', ['/main/div/p[2]']],
  ])('%s', (selector, expected) => {
    expect(found(selector)).toEqual(expected);
  });

  test.each([
    '',
    ' ',
    ',',
    'p,',
    '> p',
    'p >',
    'p + p',
    'p ~ p',
    'a:hover',
    '[href]',
    '.a p::before',
    'p:nth-of-type(n)',
    '.price p q{',
    '.#',
    '#',
    'p*',
  ])('rejects "%s"', (selector) => {
    expect(readSelector(selector)).toBeUndefined();
  });

  test('of the maximum length are parsed in linear time', () => {
    const before = process.cpuUsage();
    for (const selector of ['a'.repeat(1_024), `${'a '.repeat(511)}b`, `${'\\61 '.repeat(250)}!`, '>'.repeat(1_024)])
      readSelector(selector)?.(PAGE);
    expect(process.cpuUsage(before).user).toBeLessThan(MAX_CPU_US);
  });

  test('of many steps take no longer on a deeply nested page', () => {
    const nested = Array.from({ length: 300 }, (_, depth) => element('/div'.repeat(depth + 1)));
    const before = process.cpuUsage();
    expect(readSelector(`p ${'div '.repeat(200)}`.trim())?.(nested)).toEqual([]);
    expect(readSelector('div '.repeat(200).trim())?.(nested)).toHaveLength(101);
    expect(process.cpuUsage(before).user).toBeLessThan(MAX_CPU_US);
  });
});
