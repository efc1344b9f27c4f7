import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOutboundClient } from '../../src/infrastructure/outbound/client.ts';
import { createPipelineIssuers } from '../../src/infrastructure/pipelines/pipeline-issuers.ts';
import { type PipelineIssuer, startPipelineIssuer } from '../support/servers/pipeline-issuer.ts';

const BASE_URL = 'https://pinbound.example';
const client = createOutboundClient({ policy: 'open' });
afterAll(() => client.close());

let issuer: PipelineIssuer;
let now: number;
let issuers: ReturnType<typeof createPipelineIssuers>;
beforeAll(async () => {
  issuer = await startPipelineIssuer(BASE_URL);
});
afterAll(() => issuer.close());
beforeEach(() => {
  now = Date.now();
  issuers = createPipelineIssuers(client, () => now);
  issuer.requests.length = 0;
});

const verify = (token: string) => issuers.verify(token, issuer.url, BASE_URL);
const seconds = () => Math.floor(now / 1_000);
const rejected = (message: string, failure = 'rejected') =>
  expect.objectContaining({ failure, message: expect.stringContaining(message) });

test('reads the keys once', async () => {
  expect(await verify(await issuer.github())).toMatchObject({ repository: 'acme/shop' });
  await Promise.all([verify(await issuer.github()), verify(await issuer.gitlab())]);
  expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/.well-known/jwks']);
});

test('reads the keys again if a token names a new one, at most twice a minute', async () => {
  const former = await issuer.github();
  await verify(former);
  await issuer.rotate();
  const current = await issuer.github();
  await expect(verify(current)).rejects.toEqual(rejected('The issuer has no key with the id'));
  expect(issuer.requests).toHaveLength(2);
  now += 31_000;
  await verify(current);
  await expect(verify(former)).rejects.toEqual(rejected('The issuer has no key with the id'));
  expect(issuer.requests).toHaveLength(4);
});

test.each<[string, () => Promise<string>, string]>([
  ['another audience', () => issuer.github({ aud: 'https://other.example' }), `request one for ${BASE_URL} only`],
  ['a further audience', () => issuer.github({ aud: [BASE_URL, 'https://other.example'] }), 'for another audience'],
  ['another issuer', () => issuer.github({ iss: 'https://other.example' }), 'The claim iss of the ID token'],
  ['an expired token', () => issuer.github({ exp: seconds() - 61 }), 'has expired'],
  ['no end', () => issuer.github({ exp: undefined }), 'The claim exp'],
  ['a token of tomorrow', () => issuer.github({ nbf: seconds() + 61 }), 'The claim nbf'],
  ['issued in the future', () => issuer.github({ iat: seconds() + 90 }), 'The claim iat'],
  ['an end in two days', () => issuer.github({ exp: seconds() + 172_800 }), 'is valid for more than a day'],
  ['an end that is not a date', () => issuer.github({ exp: 1e300 }), 'is valid for more than a day'],
  ['no subject', () => issuer.github({ sub: undefined }), 'The claim sub'],
  ['changed claims', async () => swapClaims(await issuer.github(), { repository: 'acme/other' }), 'is not signed'],
  ['no signature', async () => `${(await issuer.github()).split('.').slice(0, 2).join('.')}.`, 'is not signed'],
  ['the algorithm none', async () => unsigned(await issuer.github()), 'is not signed'],
])('rejects %s', async (_, sign, message) => {
  await expect(sign().then(verify)).rejects.toEqual(rejected(message));
});

test('tolerates clocks that differ by a minute', async () => {
  await verify(await issuer.github({ exp: seconds() - 55 }));
  await verify(await issuer.github({ nbf: seconds() + 55, iat: seconds() + 55 }));
});

const CONFIGURATION = '/.well-known/openid-configuration';
const KEYS = '/.well-known/jwks';

test.each<[string, path: string, status: number, body: (url: string) => string, string, string?]>([
  [
    'a document of another issuer',
    CONFIGURATION,
    200,
    () => '{"issuer":"https://other.example"}',
    'names another issuer',
  ],
  [
    'keys on another host',
    CONFIGURATION,
    200,
    (url) => JSON.stringify({ issuer: url, jwks_uri: 'https://other.example/keys' }),
    'names no keys on the same host',
  ],
  ['no JSON', CONFIGURATION, 200, () => '<html>', 'must be a JSON object'],
  ['a redirect', CONFIGURATION, 302, () => '', 'responded with status 302'],
  ['a failure', CONFIGURATION, 503, () => '', 'responded with status 503', 'unavailable'],
  ['an oversized document', KEYS, 200, () => `{"keys":[${'{},'.repeat(30_000)}{}]}`, 'is larger than 64 KiB'],
  ['no keys', KEYS, 200, () => '{}', 'has no list of keys'],
])('rejects %s', async (_, path, status, body, message, failure) => {
  const faulty = await startPipelineIssuer(BASE_URL);
  faulty.respond(path, (_request, response) =>
    response.writeHead(status, { location: 'https://other.example/' }).end(body(faulty.url)),
  );
  await expect(issuers.verify(await faulty.github(), faulty.url, BASE_URL)).rejects.toEqual(rejected(message, failure));
  faulty.close();
});

test('an issuer that failed is asked again after five seconds', async () => {
  const faulty = await startPipelineIssuer(BASE_URL);
  let isDown = true;
  faulty.respond('/.well-known/jwks', async (_request, response) => response.writeHead(isDown ? 500 : 404).end());
  const token = await faulty.github();
  const isUnavailable = rejected('status 500', 'unavailable');
  await expect(issuers.verify(token, faulty.url, BASE_URL)).rejects.toEqual(isUnavailable);
  isDown = false;
  await expect(issuers.verify(token, faulty.url, BASE_URL)).rejects.toEqual(isUnavailable);
  expect(faulty.requests).toHaveLength(2);
  now += 5_000;
  await expect(issuers.verify(token, faulty.url, BASE_URL)).rejects.toEqual(rejected('status 404'));
  faulty.close();
});

test('known keys outlive an outage until they are ten minutes old', async () => {
  const faulty = await startPipelineIssuer(BASE_URL);
  const check = (token: string) => issuers.verify(token, faulty.url, BASE_URL);
  const known = await faulty.github({ exp: seconds() + 3_600 });
  await check(known);
  await faulty.rotate();
  const unknown = await faulty.github();
  const held: ServerResponse[] = [];
  faulty.respond(CONFIGURATION, (_request, response) => void held.push(response));
  now += 31_000;
  const refused = expect(check(unknown)).rejects.toEqual(rejected('status 500', 'unavailable'));
  await expect.poll(() => held.length).toBe(1);
  await check(known);
  held[0]?.writeHead(500).end();
  await refused;
  await check(known);
  await expect(check(unknown)).rejects.toEqual(rejected('status 500', 'unavailable'));
  expect(held).toHaveLength(1);
  faulty.respond(CONFIGURATION, (_request, response) => response.writeHead(503).end());
  now += 570_000;
  await expect(check(known)).rejects.toEqual(rejected('status 503', 'unavailable'));
  faulty.close();
});

test('never connects to a private address where the policy forbids it', async () => {
  const guarded = createOutboundClient({ policy: 'public' });
  const strict = createPipelineIssuers(guarded);
  await expect(strict.verify(await issuer.github(), issuer.url, BASE_URL)).rejects.toEqual(
    rejected('The issuer of the ID token cannot be read'),
  );
  expect(issuer.requests).toEqual([]);
  guarded.close();
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function swapClaims(token: string, claims: object): string {
  const [header, payload = '', signature] = token.split('.');
  const before = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [header, encode({ ...before, ...claims }), signature].join('.');
}

const unsigned = (token: string): string => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`;
