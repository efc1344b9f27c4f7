import { describe, expect, test } from 'vitest';
import { type ElementStyle, type PageElement, type PageRecord, packRecord } from '../../capture/page-record.ts';
import type { Box } from '../../images/geometry.ts';
import { type ComparisonResult, runTask } from '../task.ts';

const STYLE: ElementStyle = {
  color: 'rgb(51, 51, 51)',
  backgroundColor: 'rgba(0, 0, 0, 0)',
  borderColor: 'rgb(51, 51, 51)',
  fontSize: '16px',
  fontWeight: '400',
  fontFamily: 'Inter, sans-serif',
  opacity: '1',
  boxShadow: 'none',
  listStyleType: 'none',
};

const element = (xpath: string, top: number, text: string, style: Partial<ElementStyle> = {}): PageElement => ({
  selector: xpath.slice(1).replaceAll('/', ' > '),
  xpath,
  tag: xpath.split('/').at(-1)?.replace(/\[.*/, '') ?? '',
  id: '',
  classes: [],
  text,
  box: [0, top, 100, 20],
  style: { ...STYLE, ...style },
});

const record = (elements: PageElement[]): Promise<Buffer> =>
  packRecord({ scale: 1, height: 200, elements } as Partial<PageRecord> as PageRecord);

/** Compares two pages whose pixels are equal. */
async function compared(
  before: PageElement[],
  after: PageElement[],
  ignore: (string | Box)[] = [],
): Promise<ComparisonResult> {
  const task = {
    kind: 'records' as const,
    baseline: { record: await record(before) },
    comparison: { record: await record(after) },
    size: { width: 100, height: 200 },
    ignore,
  };
  return (await runTask(task)) as ComparisonResult;
}

const P = '/html/body/p';
const georgia = { fontFamily: 'Georgia, serif' };

describe('pages with equal pixels', () => {
  test('another font, which the browser does not have, is a region without pixels', async () => {
    const { diffPixels, regions } = await compared([element(P, 40, 'Hello')], [element(P, 40, 'Hello', georgia)]);
    expect(diffPixels).toBe(0);
    expect(regions).toMatchObject([
      { kind: 'changed', x: 0, y: 40, width: 100, height: 20, pixels: 0, baselineY: 40, comparisonY: 40 },
    ]);
    expect(regions[0]?.elements).toMatchObject([
      {
        xpath: P,
        kinds: ['restyled'],
        before: { style: { fontFamily: 'Inter, sans-serif' } },
        after: { style: { fontFamily: 'Georgia, serif' } },
      },
    ]);
  });

  test('a font that an element inherits is the change of its ancestor', async () => {
    const page = (style: Partial<ElementStyle>) => [
      element('/html/body', 0, 'Hello', style),
      element(P, 40, 'Hello', style),
    ];
    const { regions } = await compared(page({}), page(georgia));
    expect(regions.flatMap(({ elements }) => elements.map(({ xpath }) => xpath))).toEqual(['/html/body']);
  });

  test('a color that draws nothing, a font without text and elements beside the picture do not count', async () => {
    const page = (style: Partial<ElementStyle>, font: Partial<ElementStyle>) => [
      element(P, 40, 'Hello', style),
      element('/html/body/img', 80, '', font),
      element('/html/body/div', 400, 'Below the picture', font),
    ];
    const { regions } = await compared(page({}, {}), page({ color: 'rgb(58, 58, 58)' }, georgia));
    expect(regions).toEqual([]);
  });

  test('another target of a link is a change of the link alone', async () => {
    const page = (linkTarget?: string) => [
      element('/html/body/nav', 20, 'Hours', linkTarget === undefined ? {} : { linkTarget }),
      element('/html/body/nav/a', 20, 'Hours', linkTarget === undefined ? {} : { linkTarget }),
      element('/html/body/nav/a/b', 20, 'Hours', linkTarget === undefined ? {} : { linkTarget }),
    ];
    const { regions } = await compared(page('/old?day=1'), page('/old?day=2'));
    expect(regions.flatMap(({ elements }) => elements)).toMatchObject([
      {
        tag: 'a',
        kinds: ['relinked'],
        before: { style: { linkTarget: '/old?day=1' } },
        after: { style: { linkTarget: '/old?day=2' } },
      },
    ]);
    expect((await compared(page(''), page('/hours'))).regions).toHaveLength(1);
    // A record of an earlier release has no targets.
    expect((await compared(page(), page('/hours'))).regions).toEqual([]);
  });

  test('a link that opens in another window is a change of the link alone', async () => {
    const page = (linkWindow?: string) =>
      ['/html/body/nav/a', '/html/body/nav/a/b'].map((xpath) =>
        element(xpath, 20, 'Hours', linkWindow === undefined ? {} : { linkWindow }),
      );
    const { regions } = await compared(page('same'), page('new'));
    expect(regions.flatMap(({ elements }) => elements)).toMatchObject([
      {
        tag: 'a',
        kinds: ['relinked'],
        before: { style: { linkWindow: 'same' } },
        after: { style: { linkWindow: 'new' } },
      },
    ]);
    // A record of an earlier release has no windows.
    expect((await compared(page(), page('new'))).regions).toEqual([]);
  });

  test('ignored elements do not count', async () => {
    const [before, after] = [[element(P, 40, 'Hello')], [element(P, 40, 'Hello', georgia)]];
    expect((await compared(before, after, ['p'])).regions).toEqual([]);
    expect((await compared(before, after, [{ x: 0, y: 0, width: 100, height: 100 }])).regions).toEqual([]);
  });

  test('elements with one box share a region', async () => {
    const page = (style: Partial<ElementStyle>) => [
      element(`${P}/b`, 40, 'Hello', { boxShadow: 'none', ...style }),
      element(P, 40, 'Hello', style.boxShadow ? { listStyleType: 'square' } : {}),
    ];
    const { regions } = await compared(page({}), page({ boxShadow: 'rgb(0, 0, 0) 0px 1px 2px 0px' }));
    expect(regions.map(({ elements }) => elements.map(({ kinds }) => kinds))).toEqual([[['recolored'], ['restyled']]]);
  });
});
