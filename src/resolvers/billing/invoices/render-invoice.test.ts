import { inflateSync } from 'node:zlib';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { prorationLines } from './invoice-lines.ts';
import { type PrintedInvoice, renderInvoice } from './render-invoice.ts';

const at = new Date('2026-11-16T00:00:00.000Z');
const month = { start: new Date('2026-11-01T00:00:00.000Z'), end: new Date('2026-12-01T00:00:00.000Z') };
const INVOICE: PrintedInvoice = {
  number: 'PB-2026-000001',
  status: 'open',
  currency: 'EUR',
  totalCents: 3_500,
  lines: prorationLines('team', 'business', month, at) as unknown as PrintedInvoice['lines'],
  customerName: 'Analytical Engines',
  customerEmail: 'ada@example.com',
  issuedAt: at,
  dueAt: new Date('2026-11-30T00:00:00.000Z'),
  paidAt: null,
  voidedAt: null,
};
const SELLER = { seller: 'Example Hosting Ltd\n1 Long Street' };

/**
 * The words of a PDF as a reader copies them: glyph numbers of its content, through the table that each font brings.
 */
function wordsOf(pdf: Uint8Array): string {
  const file = Buffer.from(pdf).toString('latin1');
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  );
  const streamOf = (body = '') => {
    const [, bytes = ''] = /stream\n([\s\S]*)\nendstream/.exec(body) ?? [];
    return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
  };
  const tables = new Map<string, string[]>();
  for (const body of objects.values()) {
    for (const [, font = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
      const [, list = ''] = /\[([^\]]*)\]/.exec(streamOf(objects.get(table))) ?? [];
      const codes = [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) => hex.replaceAll(' ', ''));
      tables.set(
        font,
        codes.map((hex) => Buffer.from(hex, 'hex').swap16().toString('utf16le')),
      );
    }
  }
  const content = [...objects.values()].filter((body) => body.includes('stream\n')).map(streamOf);
  const page = content.find((text) => text.includes(' Tf')) ?? '';
  let font = '';
  let words = '';
  for (const [, chosen, hex] of page.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>/g)) {
    if (chosen) font = chosen;
    else words += (hex?.match(/..../g) ?? []).map((glyph) => tables.get(font)?.[Number.parseInt(glyph, 16)]).join('');
  }
  return words;
}

describe('the words of an invoice', () => {
  test('are all there', async () => {
    const words = wordsOf(await renderInvoice(INVOICE, SELLER));
    for (const part of [
      'Example Hosting Ltd',
      '1 Long Street',
      'PB-2026-000001',
      '2026-11-16',
      '2026-11-30',
      'Analytical Engines',
      'ada@example.com',
      'Plan Team, not used',
      '-€14.50',
      'Plan Business, rest of the month',
      '€49.50',
      '€35.00',
      'without tax',
    ]) {
      expect(words).toContain(part);
    }
    expect(words).not.toContain('Unicode');
  });

  test('say where it stands', async () => {
    const paid = await renderInvoice({ ...INVOICE, status: 'paid', paidAt: at }, SELLER);
    expect(wordsOf(paid)).toContain('Paid with thanks.');
    const none = await renderInvoice({ ...INVOICE, status: 'void', voidedAt: at }, SELLER);
    expect(wordsOf(none)).toContain('Nothing is to be paid.');
  });

  test('are Latin, Greek and Cyrillic; other characters stand as their numbers, with a note', async () => {
    const words = wordsOf(
      await renderInvoice({ ...INVOICE, customerName: 'Žižkov Ελλάς Москва 中文\u0000\u200f😀' }, SELLER),
    );
    expect(words).toContain('Žižkov Ελλάς Москва [U+4E2D][U+6587][U+1F600]');
    expect(words).toContain('INVOICE_FONT');
  });

  test('take the given font where Open Sans has no letter', async () => {
    // The first line is of Open Sans; what it lacks comes from the file, here the same font's bold face.
    const { openSans } = await import('../../../infrastructure/open-sans.ts');
    const { writeFile, rm, mkdtemp } = await import('node:fs/promises');
    const directory = await mkdtemp('/tmp/pinbound-font-');
    const fontFile = `${directory}/font.ttf`;
    await writeFile(fontFile, (await openSans()).bold);
    const words = wordsOf(await renderInvoice({ ...INVOICE, customerName: '中 ok' }, { ...SELLER, fontFile }));
    await rm(directory, { recursive: true });
    expect(words).toContain('[U+4E2D] ok');
  });
});

describe('the bytes', () => {
  beforeEach(() => {
    vi.useRealTimers();
  });

  test('are the same at another time, and others for another state', async () => {
    const first = Buffer.from(await renderInvoice(INVOICE, SELLER));
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01') });
    expect(first.equals(await renderInvoice(INVOICE, SELLER))).toBe(true);
    expect(first.equals(await renderInvoice({ ...INVOICE, status: 'paid', paidAt: at }, SELLER))).toBe(false);
    vi.useRealTimers();
  });

  test('of the longest names fit on one page', async () => {
    const customerName = 'W'.repeat(120);
    const pdf = await renderInvoice(
      { ...INVOICE, customerName },
      { seller: `${'M'.repeat(80)}\n${'line\n'.repeat(20)}` },
    );
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Type \/Page\n/g),
    ).toHaveLength(1);
  });
});
