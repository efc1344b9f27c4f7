import { expect, test } from 'vitest';
import { isOpenDevelopment, readConfig } from './config.ts';

test('returns the defaults for an empty environment', () => {
  const config = readConfig({ PORT: '', HOST: '' });
  expect(config.http).toMatchObject({ port: 4000, host: '127.0.0.1', baseUrl: 'http://localhost:4000' });
  expect(config.role).toBe('all');
});

test('opens private addresses in development only, unless the setting overrides it', () => {
  const AUTH_SECRET = 'x'.repeat(32);
  expect(readConfig({}).networkPolicy).toBe('open');
  expect(readConfig({ NETWORK_POLICY: 'public' }).networkPolicy).toBe('public');
  expect(readConfig({ NODE_ENV: 'production', AUTH_SECRET }).networkPolicy).toBe('public');
  expect(readConfig({ NODE_ENV: 'production', AUTH_SECRET, NETWORK_POLICY: 'open' }).networkPolicy).toBe('open');
  expect(() => readConfig({ NETWORK_POLICY: 'private' })).toThrow(
    /NETWORK_POLICY: .*"open"\|"public".*found "private"/,
  );
});

test('reports every problem at once, of single settings and between settings', () => {
  const read = () =>
    readConfig({ NODE_ENV: 'production', PORT: 'many', ROLE: 'api', DATABASE_URL: '', LOG_LEVEL: 'loud' });
  expect(read).toThrow(
    /PORT: .*\(found "many"\)[\s\S]*LOG_LEVEL: [\s\S]*ROLE: api needs DATABASE_URL[\s\S]*AUTH_SECRET: required/,
  );
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['CAPTURE_CONCURENCY', 'CAPTURE_CONCURRENCY'],
  ['SMTP_URI', 'SMTP_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['RATE_LIMITS_IP', 'RATE_LIMIT_IP'],
  ['PROT', 'PORT'],
])('describes %s as a misspelled %s', (name, closest) => {
  expect(readConfig({ [name]: 'x' }).misspelled).toEqual([
    `${name}: unknown and ignored; the closest setting is ${closest}`,
  ]);
  expect(() => readConfig({ [name]: 'x', ROLE: 'api' })).toThrow(`${name}: unknown and ignored`);
});

test('says nothing of unrelated variables', () => {
  const names = ['HOME', 'PATH', 'HOSTNAME', 'LOGNAME', 'SHELL', 'USER', 'PWD', 'NODE_OPTIONS', 'DATABASE_SSL', 'TZ'];
  const others = ['AWS_REGION', 'REDIS_PORT', 'SMTP_HOST', 'PGPORT', 'npm_lifecycle_event', 'TEST_DATABASE_URL'];
  const values = Object.fromEntries([...names, ...others].map((name) => [name, 'x']));
  expect(readConfig({ ...values, SMTP_URI: ' ' }).misspelled).toEqual([]);
});

test('does not repeat a value that may contain a secret', () => {
  const read = () => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db', AUTH_SECRET: 'short-hunter2' });
  expect(read).toThrow(/DATABASE_URL[\s\S]*AUTH_SECRET/);
  expect(read).not.toThrow(/hunter2/);
});

test('requires the other Stripe settings with the key, and the font file', () => {
  const read = () =>
    readConfig({ STRIPE_SECRET_KEY: 'sk_live_hunter2', STRIPE_PRICE_TEAM: 'price_1', INVOICE_FONT: '/no' });
  expect(read).toThrow(
    /STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY[\s\S]*STRIPE_PRICE_BUSINESS: required[\s\S]*INVOICE_FONT: file "\/no" not found/,
  );
  expect(read).not.toThrow(/hunter2|STRIPE_PRICE_TEAM: /);
});

test('rejects Stripe settings without the key', () => {
  expect(() => readConfig({ STRIPE_PRICE_TEAM: 'price_1', STRIPE_WEBHOOK_SECRET: 'whsec_hunter2' })).toThrow(
    /STRIPE_SECRET_KEY: required with STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_TEAM;/,
  );
});

test('asks a model only with its address and its name, and never shows its key', () => {
  expect(readConfig({}).model).toBeUndefined();
  const model = { MODEL_URL: 'http://models.internal:11434/v1/', MODEL_NAME: 'small' };
  expect(readConfig(model).model).toEqual({ url: 'http://models.internal:11434/v1', key: undefined, name: 'small' });
  expect(() => readConfig({ MODEL_URL: model.MODEL_URL })).toThrow('MODEL_NAME: also required to ask a model');
  expect(() => readConfig({ MODEL_NAME: 'small' })).toThrow('MODEL_URL: also required to ask a model');
  expect(() => readConfig({ MODEL_KEY: 'sk-1' })).toThrow('MODEL_URL: required with MODEL_KEY');
  const long = 'sk-'.repeat(1_000);
  expect(() => readConfig({ ...model, MODEL_KEY: long })).toThrow(/MODEL_KEY: (?!.*sk-sk)/);
});

test('disables Stripe without a key; \\n separates lines of the seller', () => {
  const { billing } = readConfig({ INVOICE_SELLER: 'Shop Ltd\\n1 Street' });
  expect(billing).toEqual({
    defaultPlan: 'self_hosted',
    invoice: { seller: 'Shop Ltd\n1 Street', fontFile: undefined },
    stripe: undefined,
  });
});

test.each(['prod', 'Production', 'PRODUCTION', 'live'])('rejects NODE_ENV=%s', (NODE_ENV) => {
  expect(() => readConfig({ NODE_ENV })).toThrow(/NODE_ENV: .*"development"\|"test"\|"production".*found/);
});

test('detects a development start that other machines can reach', () => {
  const AUTH_SECRET = 'x'.repeat(32);
  const isOpen = (env: NodeJS.ProcessEnv) => isOpenDevelopment(readConfig(env));
  for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost', '']) expect(isOpen({ HOST })).toBe(false);
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'feedback.example.com']) {
    expect(isOpen({ HOST })).toBe(true);
    expect(isOpen({ HOST, NODE_ENV: 'production', AUTH_SECRET })).toBe(false);
    expect(isOpen({ HOST, ROLE: 'worker', DATABASE_URL: 'postgres://db/x' })).toBe(false);
  }
});

test.each([
  [
    { DATABASE_URL: 'mysql://me:hunter2@db/x' },
    'DATABASE_URL: must have the form postgres://user:password@host:5432/database',
  ],
  [{ DATABASE_URL: 'postgres://me:hunter2#ss@db/x' }, 'in a password write # as %23'],
  [{ DATABASE_URL: 'postgres://me:1#hunter2@db/x' }, 'in a password write # as %23'],
  [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL: must have the form redis://host:6379'],
  [{ REDIS_URL: 'redis://:100%hunter2@cache' }, '% as %25'],
  [{ REDIS_URL: 'redis://cache:6379/abc' }, 'REDIS_URL: must have the form redis://host:6379, redis://host:6379/1 for'],
  [{ REDIS_URL: 'redis://cache:6379/1/2' }, 'REDIS_URL: must have the form redis://host:6379'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL: must have the form smtp://user:password@host:587'],
  [
    { BASE_URL: 'feedback.example.com' },
    'BASE_URL: must have the form https://host, or http://host:port (found "feedback',
  ],
  [{ BASE_URL: 'https://example.com/feedback' }, 'BASE_URL: must not have a path'],
  [{ CDN_URL: 'https://cdn.example.com/?v=1' }, 'CDN_URL: must have the form https://host'],
  ...[
    'tools/',
    '/tools/',
    '/',
    '//cdn.example.com',
    '/two words',
    '/a/../b',
    '/a?b',
    '/%61',
    'https://a.example/b',
  ].map((path): [Record<string, string>, string] => [{ SCRIPT_PATH: path }, 'SCRIPT_PATH: must have the form /name']),
  [{ OIDC_ISSUER: 'http://id.example.com' }, 'OIDC_ISSUER: must have the form https://host/path'],
  [{ OIDC_EMAIL_CLAIMS: 'email,,upn' }, 'OIDC_EMAIL_CLAIMS: must be 1 to 10 names of claims, separated by commas'],
  [{ OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_SECRET: 'hunter2' }, 'OIDC_CLIENT_ID: also required to log in'],
  [{ PORT: 'http' }, 'PORT: must be a whole number from 1 to 65535 (found "http")'],
  [{ PORT: '0' }, 'PORT: must be a whole number from 1 to 65535 (found "0")'],
  [{ WORKER_PORT: '0' }, 'WORKER_PORT: must be a whole number from 1 to 65535'],
  [{ PORT: '65536' }, 'PORT: must be a whole number from 1 to 65535'],
  [{ PORT: '1e3' }, 'PORT: must be a whole number'],
  [{ RATE_LIMIT_IP: '-1' }, 'RATE_LIMIT_IP: must be a whole number from 0 to 1000000'],
  [{ CAPTURE_TIMEOUT: '61' }, 'CAPTURE_TIMEOUT: must be a number from 2 to 60'],
])('%o has a message with the expected form', (env: NodeJS.ProcessEnv, message) => {
  const read = () => readConfig(env);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/hunter2|NaN|Invalid/);
  expect(() => readConfig({})).not.toThrow();
});

test('reports a setting once', () => {
  const lines = (env: NodeJS.ProcessEnv) => {
    try {
      return readConfig(env);
    } catch (error) {
      return (error as Error).message.split('\n').length - 1;
    }
  };
  expect(lines({ BASE_URL: 'feedback' })).toBe(1);
  expect(lines({ PORT: 'many', BASE_URL: 'https://example.com/a' })).toBe(2);
});

test('ignores blank settings and trims values', () => {
  const config = readConfig({ PORT: ' ', RATE_LIMIT_IP: '\t', REDIS_URL: '  ', HOST: ' ::1 ', TRUST_PROXY: ' 1' });
  expect(config).toMatchObject({ http: { port: 4000, host: '::1', trustedProxies: 1 }, rateLimits: { ip: 300 } });
  expect(config.redisUrl).toBeUndefined();
});

test('keeps paths of addresses and removes trailing slashes', () => {
  const { http, capture } = readConfig({
    BASE_URL: 'https://feedback.example.com/',
    CDN_URL: 'https://cdn.example.com/pinbound//',
    CAPTURE_TIMEOUT: '2.5',
  });
  expect(http).toMatchObject({ baseUrl: 'https://feedback.example.com', cdnUrl: 'https://cdn.example.com/pinbound' });
  expect(capture.deadlineMs).toBe(2_500);
  expect(readConfig({ BASE_URL: 'https://feedback.example.com', SCRIPT_PATH: '/tools' }).http.cdnUrl).toBe(
    'https://feedback.example.com/tools',
  );
});
