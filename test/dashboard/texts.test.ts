import { describe, expect, test } from 'vitest';
import { filterOf, listSearch, searchOf, toggled } from '../../clients/dashboard/data/list-search.ts';
import { contentTypeOf } from '../../clients/dashboard/data/upload-file.ts';
import EN from '../../clients/dashboard/i18n/main-en.json' with { type: 'json' };
import { decodeImport, readImport } from '../../clients/dashboard/project/read-import.ts';
import { FRAMEWORKS, policyOf, snippetOf } from '../../clients/dashboard/project/snippets.ts';
import { detailsOf } from '../../clients/dashboard/ui/change-text.ts';
import { deviceOf } from '../../clients/dashboard/ui/device.ts';
import { evidenceOf } from '../../clients/dashboard/ui/evidence.ts';

test.each([
  ['cart.png', 'image/png', 'image/png'],
  ['cart.gif', 'image/gif', 'image/gif'],
  ['cart.svg', 'image/svg+xml', undefined],
  ['page.html', 'text/html', undefined],
  ['requests.har', '', 'text/plain'],
  ['data.json', 'application/json', 'text/plain'],
  ['offer.pdf', 'application/pdf', 'application/pdf'],
  ['setup.exe', 'application/octet-stream', undefined],
])('%s of the type %j is attached as %s', (name, type, expected) => {
  expect(contentTypeOf({ name, type })).toBe(expected);
});

test.each([
  [{}, {}],
  [
    { status: 'resolved', q: 'price' },
    { status: 'resolved', q: 'price' },
  ],
  [{ status: 'unknown', q: '' }, {}],
  // A router reads `?q=12` as a number.
  [{ q: 12, other: 1 }, { q: '12' }],
])('the list reads %j from the address', (search, expected) => {
  expect(listSearch(search)).toEqual(expected);
});

test('a filter of the address is the one of the service, and a saved one is an address again', () => {
  const search = listSearch({
    q: 'price',
    priority: 'urgent,unknown,high',
    label: 'a,b',
    assignee: 'me,none',
    anchor: 'orphaned',
    fixedIn: 'staging',
    notFixedIn: 'production',
    order: 'due',
  });
  const filter = filterOf(search, 'ada');
  expect(filter).toEqual({
    statuses: ['open', 'in_progress'],
    text: 'price',
    priorities: ['urgent', 'high'],
    labelIds: ['a', 'b'],
    assigneeIds: ['ada'],
    unassigned: true,
    anchorStates: ['orphaned'],
    fixedIn: ['staging'],
    notFixedIn: ['production'],
  });
  expect(searchOf(filter, 'due', 'ada')).toEqual(search);
  expect(toggled(search, 'priority', 'urgent').priority).toBe('high');
  expect(toggled(listSearch({ due: 'week' }), 'due', 'overdue')).toEqual({ due: 'overdue' });
  // A fixed comment is usually resolved, which the default filter hides.
  expect(toggled({}, 'fixedIn', 'staging')).toEqual({ fixedIn: 'staging', status: 'any' });
});

test.each([
  [{ status: 'open,resolved' }, { statuses: ['open', 'resolved'] }],
  [{ status: 'any' }, {}],
  [{ due: 'overdue' }, {}],
  [{ due: 'week' }, {}],
  [{ due: '2030-02-03' }, { dueBefore: '2030-02-03' }],
])('a saved filter %j is the same when it is opened, also later', (search, members) => {
  const filter = filterOf(listSearch(search), 'ada');
  expect(filter).toMatchObject(members);
  expect(searchOf(filter, 'newest', 'ada')).toEqual(search);
  const saved = searchOf({ ...filter, ...('due' in search && { dueBefore: '2026-05-09' }) }, 'newest', 'ada', 0);
  expect(saved).toEqual('due' in search ? { due: '2026-05-09' } : search);
});

test('a due date that was relative when it was saved is relative to the day it is opened', () => {
  const savedAt = Date.parse('2026-05-01T21:00:00Z');
  const opened = (dueBefore: string) => searchOf({ dueBefore }, 'newest', 'ada', savedAt).due;
  expect([opened('2026-05-01'), opened('2026-05-02'), opened('2026-05-09')]).toEqual(['overdue', 'overdue', 'week']);
  expect([opened('2026-05-04'), opened('2026-06-01'), opened('2026-04-20')]).toEqual([
    '2026-05-04',
    '2026-06-01',
    '2026-04-20',
  ]);
  expect(listSearch({ due: '2026-99-99', status: 'unknown' })).toEqual({});
});

describe('a file to import', () => {
  test('is JSON with a list in its envelope', () => {
    expect(readImport('{"meta": {"tags": []}, "data": {"tasks": [{"id": 1}]}}')).toEqual([{ id: 1 }]);
  });

  test('is CSV of a spreadsheet, with quotes, lines in cells and members of objects', () => {
    const text = '\uFEFFcontent;author.name;author.email\r\n"Say ""no"";\nplease";Ida;ida@example.com\r\n;;\r\n';
    expect(readImport(text)).toEqual([
      { content: 'Say "no";\nplease', author: { name: 'Ida', email: 'ida@example.com' } },
    ]);
  });

  test.each([
    ['tabs', 'content\turl\nHi, you; there\tshop.example'],
    ['a line that names the separator', 'sep=;\r\ncontent;a,b,c,url\r\n"Hi, you; there";shop.example'],
    ['lines that end in CR', 'content;url\r"Hi, you; there";shop.example\r'],
  ])('may have %s', (_what, text) => {
    expect(readImport(text)).toEqual([expect.objectContaining({ content: 'Hi, you; there' })]);
  });

  test('may have quotes within a cell, and names of JavaScript', () => {
    const [row] = readImport('content,__proto__.polluted,constructor\n5" screen,yes,no');
    expect(row?.content).toBe('5" screen');
    expect(Object.keys(row ?? {})).toEqual(['content', '__proto__', 'constructor']);
    expect({}).not.toHaveProperty('polluted');
  });

  test.each([
    ['UTF-8', Buffer.from('Größe 漢', 'utf8'), 'Größe 漢'],
    ['UTF-16', Buffer.from('\uFEFFGröße 漢', 'utf16le'), 'Größe 漢'],
    ['UTF-16, big-endian', Buffer.from('\uFEFFGröße', 'utf16le').swap16(), 'Größe'],
    ['the code page of Western Europe', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'Größe'],
  ])('may be in %s', (_encoding, bytes, text) => {
    expect(decodeImport(bytes)).toBe(text);
  });

  test('may be one JSON object per line', () => {
    expect(readImport('{"text": "A"}\r\n{"text": "B"}\n')).toEqual([{ text: 'A' }, { text: 'B' }]);
  });

  test.each([
    [
      'a comma in the last column',
      'page,text\nhttps://a.example,"One, two"\nhttps://a.example,One, two',
      'Row 2 has 3 cells',
    ],
    ['the bytes of a workbook', decodeImport(Buffer.from('504b03041400060008', 'hex')), 'The file is a workbook'],
    ['the bytes of an old workbook', decodeImport(Buffer.from('d0cf11e0a1b11ae1', 'hex')), 'The file is a workbook'],
    ['a broken line of JSON', '{"text": "A"}\n{"text": }', 'JSON'],
  ])('with %s is refused, and says why', (_kind, text, message) => {
    expect(() => readImport(text)).toThrow(message);
  });

  test('may have empty cells beyond the named columns', () => {
    expect(readImport('text;page;;\nA;a.example;;\nB;b.example;;;')).toEqual([
      { text: 'A', page: 'a.example' },
      { text: 'B', page: 'b.example' },
    ]);
  });

  test.each(['', '{"a": 1}', '[]', 'content,url\n', '[1, 2]', 'content\n"open'])('%j has no list', (text) => {
    expect(() => readImport(text)).toThrow();
  });
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36',
    'Chrome 147 on Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36 Edg/147.0', 'Edge 147 on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_2 like Mac OS X) Version/26.2 Mobile Safari/604.1', 'Safari 26 on iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 26_2 like Mac OS X) CriOS/147.0 Mobile Safari/604.1', 'Chrome 147 on iPad'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0', 'Firefox 151 on Linux'],
  ['curl/8.5.0', 'curl/8.5.0'],
])('the user agent %s is %s', (userAgent, expected) => {
  expect(deviceOf(userAgent, EN.browserOn)).toBe(expected);
});

test('the code for a tag manager inserts scripts with their attributes', () => {
  const html = {
    overlayScript: `<script src="https://a.example/overlay.js" data-svc-config='{"name":"it&#39;s"}' defer></script>`,
    script: '',
  };
  expect(snippetOf(html, 'overlay', 'tagManager')).toContain(
    `  s.setAttribute('data-svc-config', ${JSON.stringify('{"name":"it\'s"}')});`,
  );
});

test('the code for each framework is valid there, though the snippet is XML', () => {
  const html = {
    overlayScript: `<script src="https://a.example/overlay.js" data-svc-config='{"name":"a &amp; b"}' defer="defer"></script>`,
    script: '<script src="https://a.example/embed.min.js" defer></script>',
  };
  expect(snippetOf(html, 'both', 'html')).toBe(
    `${html.overlayScript}\n<script src="https://a.example/embed.min.js" defer="defer"></script>`,
  );
  expect(snippetOf(html, 'overlay', 'next')).toContain(
    '<Script src={`https://a.example/overlay.js`} data-svc-config={`{"name":"a & b"}`} strategy="afterInteractive" />',
  );
  for (const framework of ['react', 'nuxt', 'tagManager'] as const) {
    expect(snippetOf(html, 'overlay', framework)).toContain(JSON.stringify('{"name":"a & b"}'));
  }
  expect(snippetOf(html, 'overlay', 'react')).toContain(
    `if (document.querySelector('script[src="https://a.example/overlay.js"]')) return;`,
  );
  expect(snippetOf(html, 'both', 'wordpress').match(/data-no-optimize="1"/g)).toHaveLength(2);
  expect(snippetOf(html, 'both', 'astro').match(/<script is:inline src=/g)).toHaveLength(2);
  expect(snippetOf(html, 'overlay', 'tagManager')).not.toContain('defer');
});

test('the code that keeps console lines runs first, wherever a framework has inline scripts', () => {
  const html = {
    overlayScript: `<script src="https://a.example/overlay.js" data-svc-config='{}' defer></script>`,
    script: '',
  };
  const frameworks = Object.keys(FRAMEWORKS) as (keyof typeof FRAMEWORKS)[];
  for (const framework of frameworks) {
    const snippet = snippetOf(html, 'overlay', framework, { keepsConsole: true });
    const begins = snippet.indexOf('window.SvcConsole=[]');
    expect([framework, begins >= 0, begins < snippet.indexOf('overlay.js')]).toEqual([framework, true, true]);
    expect(snippetOf(html, 'embed', framework, { keepsConsole: true })).not.toContain('SvcConsole');
    expect(snippetOf(html, 'overlay', framework)).not.toContain('SvcConsole');
  }
  const [, code = ''] =
    /<script>(.*?)<\/script>/.exec(snippetOf(html, 'overlay', 'html', { keepsConsole: true })) ?? [];
  const logged: unknown[] = [];
  const log = (...values: unknown[]) => logged.push(...values);
  const page = {
    window: {} as { SvcConsole?: unknown[] },
    console: { debug: log, log, info: log, warn: log, error: log },
    performance,
  };
  // XML pages have no other code in a script.
  expect(code).not.toMatch(/[<&]/);
  const run = new Function('window', 'console', 'performance', code);
  run(page.window, page.console, page.performance);
  page.console.warn('early', 1);
  expect(logged).toEqual(['early', 1]);
  expect(page.window.SvcConsole).toEqual([['warn', ['early', 1], expect.any(Number)]]);
});

test('the policy for the scripts permits the script, its requests and its frames, at both addresses', () => {
  const html = {
    overlayScript: `<script src="https://cdn.example/overlay.js" data-svc-config='{"apiUrl":"https://a.example"}'></script>`,
    script: '<script src="https://cdn.example/embed.min.js"></script>',
  };
  const sources = 'https://cdn.example https://a.example';
  expect(policyOf(html)).toBe(`script-src ${sources}; connect-src ${sources}; frame-src ${sources}`);
});

test('names rarer properties of changed elements as CSS does', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  const state = (boxShadow: string) => ({ text: '', box, style: { boxShadow } });
  const element = { tag: 'p', kinds: [], before: state('none'), after: state('red 0px 1px 2px 0px') };
  expect(detailsOf(element, EN)).toEqual([
    { text: 'box-shadow', before: 'none', after: 'red 0px 1px 2px 0px', isColor: false },
  ]);
});

test('names the color of a border that is not that of the text, for each side', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  const state = (color: string, borderColor: string) => ({ text: '', box, style: { color, borderColor } });
  const detailsFor = (before: ReturnType<typeof state>, after: ReturnType<typeof state>) =>
    detailsOf({ tag: 'p', kinds: [], before, after }, EN).map((detail) => [detail.before, detail.after]);
  const [black, red] = ['rgb(0, 0, 0)', 'rgb(255, 0, 0)'];
  expect(detailsFor(state(black, black), state(red, red))).toEqual([['#000000', '#ff0000']]);
  expect(detailsFor(state(black, `${black} ${red}`), state(black, red))).toEqual([['#000000 #ff0000', '#ff0000']]);
});

test('names the target of a link, and the place in a list, of the evidence of a verdict', () => {
  const element = evidenceOf({
    text: null,
    size: null,
    order: { before: 3, after: 1 },
    styles: [{ name: 'linkTarget', before: '', after: '/hours' }],
  });
  expect(element && detailsOf(element, EN)).toEqual([
    { text: 'link target', before: '–', after: '/hours', isColor: false },
    { text: 'order', before: '3', after: '1' },
  ]);
});
