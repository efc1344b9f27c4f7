import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../../src/infrastructure/database/transaction.ts';
import { subscriptionLines } from '../../../src/resolvers/addons/billing/invoices/invoice-lines.ts';
import { issueInvoice } from '../../../src/resolvers/addons/billing/invoices/issue-invoice.ts';
import { periodAt } from '../../../src/resolvers/platform/quotas/periods.ts';
import { createInvoice } from '../../support/billing.ts';
import { rest } from '../../support/client.ts';
import { registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { errorBody } from '../support/call.ts';
import { readAllPages } from '../support/read-all-pages.ts';
import { TIME, UUID } from '../support/response-shapes.ts';

const app = useTestApp();
let owner: TestUser;
beforeEach(async () => {
  owner = await registerUser(app);
});
afterEach(() => {
  vi.useRealTimers();
});

const call = (method: string, path: string) => rest(app, method, `/billing/invoices/${path}`, { token: owner.token });
const pdf = async (url: string, method = 'GET') => {
  const response = await fetch(url, { method });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test('an invoice has all issued values', async () => {
  const at = new Date('2031-05-31T10:00:00.000Z');
  const { id } = await createInvoice(app, owner.organizationId, at);
  const { body } = await call('GET', id);
  expect(body).toStrictEqual({
    id: UUID,
    organizationId: owner.organizationId,
    number: 'PB-2031-000001',
    status: 'open',
    provider: 'manual',
    currency: 'EUR',
    totalCents: 9_900,
    lines: [
      {
        description: 'Plan Business',
        quantity: 1,
        amountCents: 9_900,
        periodStart: '2031-05-31T10:00:00.000Z',
        periodEnd: '2031-06-30T10:00:00.000Z',
      },
    ],
    customerName: expect.any(String),
    customerEmail: owner.email,
    periodStart: '2031-05-31T10:00:00.000Z',
    periodEnd: '2031-06-30T10:00:00.000Z',
    issuedAt: '2031-05-31T10:00:00.000Z',
    dueAt: '2031-06-14T10:00:00.000Z',
    paidAt: null,
    voidedAt: null,
    pdfUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/billing\/invoices\/[\w-]+\/pdf\?expires=\d+&signature=/),
    createdAt: TIME,
  });
});

describe('numbers', () => {
  const issue = (at: Date, fails = false) =>
    inTransaction(app.services.pool, async (sql) => {
      const period = periodAt(at, at);
      const lines = subscriptionLines('team', period);
      const made = await issueInvoice(sql, { organizationId: owner.organizationId, period, lines, at });
      if (fails) throw new Error('what the invoice is for was not written');
      return made?.number;
    });

  test('have no gap or duplicate after 50 concurrent issues while every third fails', async () => {
    const at = new Date('2032-06-01T00:00:00.000Z');
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => issue(at, i % 3 === 0)));
    const numbers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const wanted = Array.from({ length: 33 }, (_, i) => `PB-2032-${String(i + 1).padStart(6, '0')}`);
    expect(numbers.sort()).toEqual(wanted);
  });

  test('restart each year, UTC', async () => {
    expect(await issue(new Date('2033-12-31T23:59:59.999Z'))).toBe('PB-2033-000001');
    expect(await issue(new Date('2033-12-31T23:59:59.999Z'))).toBe('PB-2033-000002');
    expect(await issue(new Date('2034-01-01T00:00:00.000Z'))).toBe('PB-2034-000001');
  });

  test('are not used for free plans', async () => {
    const at = new Date('2035-01-01T00:00:00.000Z');
    const free = inTransaction(app.services.pool, (sql) =>
      issueInvoice(sql, { organizationId: owner.organizationId, period: periodAt(at, at), lines: [], at }),
    );
    expect(await free).toBeUndefined();
    expect(await issue(at)).toBe('PB-2035-000001');
  });
});

test('the list is newest first, page by page', async () => {
  const made: string[] = [];
  for (let i = 0; i < 3; i++) made.unshift((await createInvoice(app, owner.organizationId)).id);
  const path = `/billing/organizations/${owner.organizationId}/invoices`;
  const pages = await readAllPages(app, path, 2, { token: owner.token });
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([made.slice(0, 2), made.slice(2)]);
});

describe('settling', () => {
  test('an owner marks an invoice as paid; repeating it changes nothing', async () => {
    const { id } = await createInvoice(app, owner.organizationId);
    const { status, body } = await call('POST', `${id}/mark-paid`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'paid', paidAt: TIME, voidedAt: null });
    expect((await call('POST', `${id}/mark-paid`)).body).toEqual(body);
    expect((await call('POST', `${id}/void`)).body).toEqual(
      errorBody(400, 'This invoice is paid; only an open one can become void'),
    );
  });

  test('a void invoice keeps its number and cannot be paid', async () => {
    const { id, number } = await createInvoice(app, owner.organizationId);
    expect((await call('POST', `${id}/void`)).body).toMatchObject({ status: 'void', number, voidedAt: TIME });
    expect((await call('POST', `${id}/mark-paid`)).body).toEqual(
      errorBody(400, 'This invoice is void; only an open one can become paid'),
    );
  });

  test('one of concurrent paying and voiding succeeds and is audited once', async () => {
    const { id } = await createInvoice(app, owner.organizationId);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => call('POST', `${id}/${i % 2 ? 'void' : 'mark-paid'}`)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(10).fill(400)]);
    const trail = await rest(app, 'GET', `/organizations/${owner.organizationId}/audit`, { token: owner.token });
    const { status } = (await call('GET', id)).body;
    expect(trail.body).toMatchObject([{ action: status === 'paid' ? 'invoice_paid' : 'invoice_voided', targetId: id }]);
    expect(trail.body).toHaveLength(1);
  });
});

describe('the PDF', () => {
  test('is returned by its link without a token, always with the same bytes', async () => {
    const { id, number } = await createInvoice(app, owner.organizationId);
    const { pdfUrl } = (await call('GET', id)).body;
    const { response, bytes } = await pdf(pdfUrl);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${number}.pdf"`,
      'x-content-type-options': 'nosniff',
    });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await pdf(pdfUrl)).bytes.equals(bytes)).toBe(true);
    const head = await pdf(pdfUrl, 'HEAD');
    expect([head.response.status, head.bytes.length]).toEqual([200, 0]);
  });

  test('is not returned by a modified link', async () => {
    const { id } = await createInvoice(app, owner.organizationId);
    const other = await createInvoice(app, owner.organizationId);
    const { pdfUrl } = (await call('GET', id)).body;
    const links = [
      pdfUrl.split('?')[0],
      pdfUrl.replace(id, other.id),
      pdfUrl.replace(/expires=\d/, 'expires=9'),
      `${pdfUrl.slice(0, -4)}AAAA`,
    ];
    for (const link of links) {
      const { response, bytes } = await pdf(link);
      expect(response.status, link).toBe(401);
      expect(JSON.parse(bytes.toString())).toEqual(
        errorBody(401, expect.stringMatching(/^This link is invalid or has expired/)),
      );
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 });
    expect((await pdf(pdfUrl)).response.status).toBe(401);
  });

  test('is not returned for a deleted invoice', async () => {
    const { id } = await createInvoice(app, owner.organizationId);
    const { pdfUrl } = (await call('GET', id)).body;
    await app.services.db.invoice.delete({ where: { id } });
    expect((await pdf(pdfUrl)).response.status).toBe(404);
  });
});
