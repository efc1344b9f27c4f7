import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openSans } from '../../../../infrastructure/fonts/open-sans.ts';
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
const LOZENGE = 0x25ca;
const SELLER = { seller: 'Example Hosting Ltd\n1 Long Street' };

/**
 * Builds a font with another name in which the glyph of the lozenge (U+25CA) represents another
 * character, by patching format 4 of OpenType's cmap. pdfkit treats two fonts of the same name as
 * one.
 */
function withLozengeAs(character: string, font: Buffer): Buffer {
  const changed = Buffer.from(font);
  const nameAt = font.indexOf(utf16('OpenSans-Regular'));
  changed.set(utf16('OpenSans-Another'), nameAt);
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0;
  const cmap = font.readUInt32BE(entry + 8);
  for (let i = 0; i < font.readUInt16BE(cmap + 2); i++) {
    const subtable = cmap + font.readUInt32BE(cmap + 8 + 8 * i);
    const size = font.readUInt16BE(subtable + 6);
    const [ends, starts, deltas] = [14, 16 + size, 16 + 2 * size].map((offset) => subtable + offset) as [
      number,
      number,
      number,
    ];
    for (let at = 0; at < size; at += 2) {
      if (font.readUInt16BE(ends + at) !== LOZENGE) continue;
      const code = character.charCodeAt(0);
      changed.writeUInt16BE(code, ends + at);
      changed.writeUInt16BE(code, starts + at);
      changed.writeUInt16BE((font.readUInt16BE(deltas + at) + LOZENGE - code) & 0xffff, deltas + at);
    }
  }
  return changed;
}

/** Big-endian, as in font files. */
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();

/**
 * Extracts the text of a PDF: maps the glyph ids of its content through each font's ToUnicode
 * table.
 */
function textOf(pdf: Uint8Array): string {
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

describe('the text of an invoice', () => {
  test('contains every member', async () => {
    const words = textOf(await renderInvoice(INVOICE, SELLER));
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

  test('states whether it is paid or void', async () => {
    const paid = await renderInvoice({ ...INVOICE, status: 'paid', paidAt: at }, SELLER);
    expect(textOf(paid)).toContain('Paid with thanks.');
    const none = await renderInvoice({ ...INVOICE, status: 'void', voidedAt: at }, SELLER);
    expect(textOf(none)).toContain('No payment is due.');
  });

  test('prints Latin, Greek and Cyrillic; other characters as Unicode numbers, with a note', async () => {
    const words = textOf(
      await renderInvoice({ ...INVOICE, customerName: 'Žižkov Ελλάς Москва 中文\u0000\u200f😀' }, SELLER),
    );
    expect(words).toContain('Žižkov Ελλάς Москва [U+4E2D][U+6587][U+1F600]');
    expect(words).toContain('INVOICE_FONT');
  });

  test('uses the configured font for characters that Open Sans lacks', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'pinbound-font-'));
    const fontFile = join(directory, 'font.ttf');
    await writeFile(fontFile, withLozengeAs('中', (await openSans()).regular));
    const words = textOf(await renderInvoice({ ...INVOICE, customerName: '中 文' }, { ...SELLER, fontFile }));
    await rm(directory, { recursive: true });
    expect(words).toContain('中 [U+6587]');
  });
});

describe('the file', () => {
  beforeEach(() => {
    vi.useRealTimers();
  });

  test('is identical at another time and differs in another state', async () => {
    const first = Buffer.from(await renderInvoice(INVOICE, SELLER));
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01') });
    expect(first.equals(await renderInvoice(INVOICE, SELLER))).toBe(true);
    expect(first.equals(await renderInvoice({ ...INVOICE, status: 'paid', paidAt: at }, SELLER))).toBe(false);
    vi.useRealTimers();
  });

  test('with the longest names fits on one page', async () => {
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
