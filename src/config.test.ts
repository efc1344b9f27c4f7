import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('nothing given: the defaults', () => {
  const config = readConfig({ PORT: '', HOST: '' });
  expect(config.http).toMatchObject({ port: 4000, host: '127.0.0.1', baseUrl: 'http://localhost:4000' });
  expect(config.role).toBe('all');
});

test('addresses that are not public are open to development alone, unless the setting says otherwise', () => {
  const AUTH_SECRET = 'x'.repeat(32);
  expect(readConfig({}).networkPolicy).toBe('open');
  expect(readConfig({ NETWORK_POLICY: 'public' }).networkPolicy).toBe('public');
  expect(readConfig({ NODE_ENV: 'production', AUTH_SECRET }).networkPolicy).toBe('public');
  expect(readConfig({ NODE_ENV: 'production', AUTH_SECRET, NETWORK_POLICY: 'open' }).networkPolicy).toBe('open');
  expect(() => readConfig({ NETWORK_POLICY: 'private' })).toThrow(
    /NETWORK_POLICY: .*"open"\|"public".*found "private"/,
  );
});

test('every problem is told at once, those of single settings and those between settings', () => {
  const read = () =>
    readConfig({ NODE_ENV: 'production', PORT: 'many', ROLE: 'api', DATABASE_URL: '', LOG_LEVEL: 'loud' });
  expect(read).toThrow(
    /PORT: .*\(found "many"\)[\s\S]*LOG_LEVEL: [\s\S]*ROLE: api needs DATABASE_URL[\s\S]*AUTH_SECRET: required/,
  );
});

test('a value that may hold a secret is not repeated', () => {
  const read = () => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db', AUTH_SECRET: 'short-hunter2' });
  expect(read).toThrow(/DATABASE_URL[\s\S]*AUTH_SECRET/);
  expect(read).not.toThrow(/hunter2/);
});

test('with a key of Stripe, what belongs to it is required; a font must be there', () => {
  const read = () =>
    readConfig({ STRIPE_SECRET_KEY: 'sk_live_hunter2', STRIPE_PRICE_TEAM: 'price_1', INVOICE_FONT: '/no' });
  expect(read).toThrow(
    /STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY[\s\S]*STRIPE_PRICE_BUSINESS: required[\s\S]*INVOICE_FONT: there is no file "\/no"/,
  );
  expect(read).not.toThrow(/hunter2|STRIPE_PRICE_TEAM: /);
});

test('without a key of Stripe there is no Stripe; lines of the seller are written with \\n', () => {
  const { billing } = readConfig({ STRIPE_PRICE_TEAM: 'price_1', INVOICE_SELLER: 'Shop Ltd\\n1 Street' });
  expect(billing).toEqual({
    defaultPlan: 'self_hosted',
    invoice: { seller: 'Shop Ltd\n1 Street', fontFile: undefined },
    stripe: undefined,
  });
});
