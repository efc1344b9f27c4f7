import { readFile } from 'node:fs/promises';
import type { Invoice } from '../../../../generated/prisma/client.ts';
import { openSans } from '../../../../infrastructure/fonts/open-sans.ts';
import type { InvoiceLine } from './invoice-lines.ts';
import { createTypesetter, type Typesetter } from './typesetter.ts';

/** Points from the left edge of an A4 page, which is 595 wide and 842 high. */
const LEFT = 56;
const RIGHT = 539;
const META = 340;
const PERIOD = 290;

/** Printed members of an invoice. */
export type PrintedInvoice = Pick<
  Invoice,
  | 'number'
  | 'status'
  | 'currency'
  | 'totalCents'
  | 'lines'
  | 'customerName'
  | 'customerEmail'
  | 'issuedAt'
  | 'dueAt'
  | 'paidAt'
  | 'voidedAt'
>;

/**
 * Renders an invoice as PDF. An unchanged invoice always yields the same bytes.
 *
 * @param options.seller name and address of the issuer, on several lines
 * @param options.fontFile font for characters that Open Sans lacks
 */
export async function renderInvoice(
  invoice: PrintedInvoice,
  options: { seller: string; fontFile?: string },
): Promise<Uint8Array> {
  const fallback = options.fontFile ? await readFile(options.fontFile) : undefined;
  const issuedAt = invoice.issuedAt ?? new Date(0);
  // Loaded on demand: pdfkit is slow to load, and most installations never print an invoice.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 56, bottom: 56, left: LEFT, right: 595 - RIGHT },
    // By default pdfkit writes the current time.
    info: {
      Title: `Invoice ${invoice.number}`,
      CreationDate: issuedAt,
      ModDate: issuedAt,
      Producer: 'Pinbound',
      Creator: 'Pinbound',
    },
    lang: 'en',
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const type = createTypesetter(doc, { ...(await openSans()), fallback });
  const below = Math.max(printSeller(type, options.seller), printFacts(type, invoice));
  const customerEnd = printCustomer(type, invoice, below + 28);
  const linesEnd = printLines(doc, type, invoice, customerEnd + 36);
  printNotes(type, invoice, linesEnd + 36);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function printSeller(type: Typesetter, seller: string): number {
  const [name = '', ...address] = seller.split('\n');
  const end = type.write(name, LEFT, 56, { width: META - LEFT - 20, bold: true, size: 13 });
  return type.write(address.join('\n'), LEFT, end + 2, { width: META - LEFT - 20 });
}

function printFacts(type: Typesetter, invoice: PrintedInvoice): number {
  let y = type.write('Invoice', META, 52, { width: RIGHT - META, bold: true, size: 20 }) + 6;
  const facts: [string, string | null | undefined][] = [
    ['Number', invoice.number],
    ['Issued', dateOf(invoice.issuedAt)],
    ['Due', invoice.status === 'open' ? dateOf(invoice.dueAt) : null],
    ['Paid', dateOf(invoice.paidAt)],
    ['Voided', dateOf(invoice.voidedAt)],
  ];
  for (const [name, value] of facts) {
    if (!value) continue;
    type.write(name, META, y, { width: 70, gray: true });
    y = type.write(value, META + 74, y, { width: RIGHT - META - 74 }) + 1;
  }
  return y;
}

function printCustomer(type: Typesetter, { customerName, customerEmail }: PrintedInvoice, y: number): number {
  const width = RIGHT - LEFT;
  const titled = type.write('For', LEFT, y, { width, gray: true });
  const named = type.write(customerName, LEFT, titled + 2, { width, bold: true, size: 11 });
  return type.write(customerEmail, LEFT, named, { width });
}

function printLines(doc: PDFKit.PDFDocument, type: Typesetter, invoice: PrintedInvoice, top: number): number {
  const amountOf = (cents: number) =>
    new Intl.NumberFormat('en', { style: 'currency', currency: invoice.currency }).format(cents / 100);
  const amountAt = { width: 100, right: true };
  const rule = (y: number) => doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).stroke('#999999');

  type.write('Description', LEFT, top, { width: PERIOD - LEFT - 10, gray: true });
  type.write('Period', PERIOD, top, { width: 140, gray: true });
  let y = type.write('Amount', RIGHT - 100, top, { ...amountAt, gray: true }) + 4;
  rule(y);
  // The column is only written by issueInvoice.
  for (const line of invoice.lines as unknown as InvoiceLine[]) {
    const period = `${dateOf(line.periodStart)} – ${dateOf(line.periodEnd)}`;
    type.write(period, PERIOD, y + 7, { width: 140 });
    type.write(amountOf(line.amountCents), RIGHT - 100, y + 7, amountAt);
    y = type.write(line.description, LEFT, y + 7, { width: PERIOD - LEFT - 10 });
  }
  rule(y + 7);
  type.write('Total', PERIOD, y + 14, { width: 140, bold: true, size: 11 });
  return type.write(amountOf(invoice.totalCents), RIGHT - 100, y + 14, { ...amountAt, bold: true, size: 11 });
}

function printNotes(type: Typesetter, { status, number }: PrintedInvoice, top: number): void {
  const width = RIGHT - LEFT;
  const sentence = {
    open: `Please pay with the number ${number} as reference. `,
    paid: 'Paid with thanks. ',
    void: 'No payment is due. ',
    draft: '',
  };
  const y = type.write(`${sentence[status]}Amounts are without tax. Days are in UTC.`, LEFT, top, {
    width,
    gray: true,
  });
  if (!type.hasMissingGlyphs) return;
  const note =
    'Characters missing from the fonts are printed as their Unicode numbers, such as [U+4E2D]. Set INVOICE_FONT to a font that includes them.';
  type.write(note, LEFT, y + 6, { width, gray: true });
}

/** Formats a date as 2026-11-21, UTC. */
const dateOf = (date: Date | string | null): string | null => (date ? new Date(date).toISOString().slice(0, 10) : null);
