import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSignedUrls } from '../storage/signed-urls.ts';
import { createSignedLinks } from './signed-links.ts';

const SECRETS = ['a-secret-of-thirty-two-characters'];
const KEY = `${'ab'.repeat(32)}.png`;
const PDF = '/billing/invoices/1/pdf';
const QUARTER_MS = 15 * 60_000;

const urls = createSignedUrls(SECRETS, 'https://pinbound.example');
const links = createSignedLinks(SECRETS);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:30.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('URLs keep their format: seconds for objects, milliseconds for links', () => {
  expect(urls.urlOf(KEY)).toBe(
    `https://pinbound.example/objects/${KEY}?expires=1795345200&signature=i0qIwc9K4mBqtSdEpRDMnwCXZDaG4_0G6YMf1PftC7k`,
  );
  expect(links.sign(PDF, QUARTER_MS)).toBe(
    `${PDF}?expires=1795257000000&signature=73tgHi9ukjo-lEuCT6Y5821mB7cajHeHi_eZgrZShYM`,
  );
});

test('the URL of an object works until its last second', () => {
  const { searchParams } = new URL(urls.urlOf(KEY));
  const left = () => urls.secondsLeft(KEY, searchParams.get('expires'), searchParams.get('signature'));
  expect(left()).toBe(24 * 3_600 + 59 * 60 + 30);
  vi.setSystemTime('2026-11-22T10:59:59.999Z');
  expect(left()).toBe(1);
  vi.setSystemTime('2026-11-22T11:00:00.000Z');
  expect(left()).toBeUndefined();
});

test('a signature of one kind is invalid for another', () => {
  const query = new URLSearchParams(links.sign(KEY, QUARTER_MS).split('?')[1]);
  expect(links.verify(KEY, query)).toBe(true);
  expect(urls.secondsLeft(KEY, query.get('expires'), query.get('signature'))).toBeUndefined();
  const { searchParams } = new URL(urls.urlOf(KEY));
  expect(links.verify(KEY, searchParams)).toBe(false);
});
