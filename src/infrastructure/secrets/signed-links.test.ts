import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSignedLinks } from './signed-links.ts';

const MINUTE = 60_000;
const PATH = '/billing/invoices/1/pdf';
const links = createSignedLinks(['new-secret', 'old-secret']);
const queryOf = (link: string) => new URLSearchParams(link.split('?')[1]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:30.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('opens its path until it expires', () => {
  const query = queryOf(links.sign(PATH, MINUTE));
  expect(links.verify(PATH, query)).toBe(true);
  vi.setSystemTime('2026-11-21T10:01:59.999Z');
  expect(links.verify(PATH, query)).toBe(true);
  vi.setSystemTime('2026-11-21T10:02:00.000Z');
  expect(links.verify(PATH, query)).toBe(false);
});

test('links created within the same period are equal', () => {
  const link = links.sign(PATH, MINUTE);
  vi.setSystemTime('2026-11-21T10:00:59.999Z');
  expect(links.sign(PATH, MINUTE)).toBe(link);
  vi.setSystemTime('2026-11-21T10:01:00.000Z');
  expect(links.sign(PATH, MINUTE)).not.toBe(link);
});

test('accepts a link signed with the previous secret, and none with an unknown one', () => {
  const signedWith = (...secrets: string[]) => queryOf(createSignedLinks(secrets).sign(PATH, MINUTE));
  expect(links.verify(PATH, signedWith('old-secret'))).toBe(true);
  expect(links.verify(PATH, signedWith('strange-secret'))).toBe(false);
});

test('rejects any changed link', () => {
  const query = queryOf(links.sign(PATH, MINUTE));
  expect(links.verify('/billing/invoices/2/pdf', query)).toBe(false);
  const changes = { expires: ['', 'soon', '99999999999999', '-1'], signature: ['', 'x', 'ä'.repeat(43)] };
  for (const [name, values] of Object.entries(changes)) {
    for (const value of values) {
      const changed = new URLSearchParams(query);
      changed.set(name, value);
      expect(links.verify(PATH, changed), `${name}=${value}`).toBe(false);
    }
  }
  expect(links.verify(PATH, new URLSearchParams())).toBe(false);
});
