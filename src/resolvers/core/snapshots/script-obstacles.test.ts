import { expect, test } from 'vitest';
import { policyObstacles } from './script-obstacles.ts';

const ADDRESSES = {
  page: 'https://shop.example/cart',
  scripts: 'https://pinbound.example',
  api: 'https://pinbound.example',
};

test.each([
  ['no policy', [], []],
  ['a policy without the directives', ['upgrade-insecure-requests; img-src *'], []],
  ['only its own scripts', ["script-src 'self'"], ['script_source']],
  ['only its own sources', ["default-src 'self'"], ['script_source', 'connections', 'panel']],
  ['scripts, not connections', ["script-src https://pinbound.example; connect-src 'self'"], ['connections']],
  ['script elements differ', ["script-src 'none'; script-src-elem pinbound.example; connect-src *"], []],
  ['a nonce', ["script-src 'nonce-a'"], ['script_nonce']],
  ['a host beside a nonce', ["script-src 'nonce-a' https://pinbound.example"], []],
  ['strict-dynamic', ["script-src 'nonce-a' 'strict-dynamic' https:"], ['script_nonce']],
  ['all of https', ['default-src https:'], []],
  ['all of http', ['default-src http:'], []],
  ['another scheme', ['script-src data: blob:'], ['script_source']],
  ['subdomains', ['script-src https://*.example'], []],
  ['only subdomains', ['script-src https://*.pinbound.example'], ['script_source']],
  ['another port', ['script-src https://pinbound.example:8443'], ['script_source']],
  ['any port and a path', ['script-src HTTPS://Pinbound.Example:*/overlay.js'], []],
  ['none', ["frame-src 'none'"], ['panel']],
  ['the first directive of a name counts', ["script-src *; script-src 'none'"], []],
  ['every policy must permit it', ['script-src *', "script-src 'self'"], ['script_source']],
  ['policies of one header', ["script-src *, connect-src 'none'\nframe-src 'none'"], ['connections', 'panel']],
  ['a sandbox', ['sandbox allow-scripts'], ['sandbox']],
  ['a sandbox that permits them', ['sandbox allow-scripts allow-same-origin'], []],
])('%s: %j', (_what, policies, expected) => {
  expect(policyObstacles(policies, ADDRESSES)).toEqual(expected);
});

test('its own source permits a service at the address of the page', () => {
  const origin = 'http://localhost:4000';
  const addresses = { page: `${origin}/demo`, scripts: origin, api: origin };
  expect(policyObstacles(["default-src 'self'"], addresses)).toEqual([]);
  expect(policyObstacles(['default-src localhost:4000'], addresses)).toEqual([]);
  expect(policyObstacles(['default-src localhost'], addresses)).toEqual(['script_source', 'connections', 'panel']);
});
