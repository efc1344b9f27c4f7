// Cost: about 4 s, one service.
import { describe, expect, test } from 'vitest';
import { ADDRESS_LIMITS, type AddressLimit } from '../../src/http/address-limits.ts';
import { restOperations } from '../../src/rest/routes.ts';
import { schema } from '../../src/schema/index.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { useTestApp } from '../support/use-test-app.ts';

const ID = '0193a5c2-7b1e-7f4c-8d2a-6b9c0e1f2a3b';
const env = {
  RATE_LIMIT_IP: '1',
  TRUST_PROXY: '1',
  OIDC_ISSUER: 'http://localhost:1',
  OIDC_CLIENT_ID: 'pinbound',
  OIDC_CLIENT_SECRET: 'secret',
};
const app = useTestApp({ env });

/** A path of each pattern; a new one needs an example here. */
const EXAMPLES = [
  '/auth/session/start',
  '/auth/panel/start',
  `/panel/projects/${ID}`,
  '/a/short',
  '/oauth/authorize/request',
  '/objects/none.png',
  `/attachments/${ID}/content`,
  `/integrations/${ID}/inbound`,
  `/billing/invoices/${ID}/pdf`,
  `/unsubscribe/mails/${ID}`,
  '/answer/pbc_code/good',
  '/personal-data/sealed',
  '/exports/request/annotations.csv',
];

const isLimited = (limit: string): limit is AddressLimit => limit in ADDRESS_LIMITS;

let addresses = 0;
async function callUntilLimited(url: string, method: string, max: number) {
  addresses += 1;
  const headers = { 'x-forwarded-for': `203.0.113.${addresses}` };
  const statuses: number[] = [];
  for (let i = 0; i < max; i += 1) {
    statuses.push((await fetch(url, { method, headers, redirect: 'manual' })).status);
  }
  return { statuses, last: await fetch(url, { method, headers, redirect: 'manual' }) };
}

test('every route is limited by address, but operations, probes and static content', async () => {
  const problems: string[] = [];
  for (const { limit, methods, path } of app.routes) {
    if (!isLimited(limit)) continue;
    const example = typeof path === 'string' ? path : EXAMPLES.find((each) => path.test(each));
    const method = methods === 'any' ? 'GET' : methods.find((each) => each !== 'HEAD');
    if (!example || !method) {
      problems.push(`${path} has no example`);
      continue;
    }
    const { statuses, last } = await callUntilLimited(app.url + example, method, ADDRESS_LIMITS[limit]);
    const name = `${method} ${example}`;
    if (statuses.includes(429)) problems.push(`${name} answered 429 within its limit`);
    if (last.status !== 429) problems.push(`${name} answered ${last.status} above its limit`);
    if (!(Number(last.headers.get('retry-after')) >= 1)) problems.push(`${name} has no Retry-After`);
  }
  expect(problems).toEqual([]);
});

test('routes without a limit by address are operations, probes and static content', () => {
  const pathsOf = (kind: string) => [
    ...new Set(app.routes.filter(({ limit }) => limit === kind).map(({ path }) => String(path))),
  ];
  const ofOperations = restOperations(schema).map(({ route }) => route.path);
  const others = pathsOf('operations').filter((path) => !ofOperations.includes(path));
  expect(others).toEqual([String(/^\/graphql$/), String(/^\/mcp$/), String(/^/)]);
  expect(pathsOf('probe').sort()).toEqual(['/healthz', '/metrics', '/readyz']);
  expect(app.routes.filter(({ limit }) => limit === 'static').flatMap(({ methods }) => methods)).not.toContain('POST');
});

test('each kind and each address has a limit of its own', async () => {
  const url = `${app.url}/unsubscribe/mails/${ID}`;
  const { last } = await callUntilLimited(url, 'GET', ADDRESS_LIMITS.links);
  expect(last.status).toBe(429);
  const headers = { 'x-forwarded-for': `203.0.113.${addresses}` };
  expect((await fetch(`${app.url}/objects/none.png`, { headers })).status).toBe(404);
  expect((await fetch(url, { headers: { 'x-forwarded-for': '198.51.100.1' } })).status).toBe(401);
});

describe('without RATE_LIMIT_IP', () => {
  test('nothing is limited by address', async () => {
    const open: TestApp = await startTestApp({ env: { RATE_LIMIT_IP: '0' } });
    try {
      const { statuses } = await callUntilLimited(`${open.url}/answer/pbc_code/good`, 'GET', 10);
      expect(new Set(statuses)).toEqual(new Set([400]));
    } finally {
      await open.close();
    }
  });
});
