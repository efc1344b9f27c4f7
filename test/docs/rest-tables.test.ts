import { expect, test } from 'vitest';
import { AppError, ERROR_CODES } from '../../src/errors.ts';
import { restError } from '../../src/http/error-response.ts';
import { LIMITS } from '../../src/resolvers/platform/input/limits.ts';
import { openApi } from '../../src/rest/openapi.ts';
import { type RestOperation, restOperations } from '../../src/rest/routes.ts';
import { acceptsIdempotencyKey } from '../../src/schema/accepts-idempotency-key.ts';
import { schema } from '../../src/schema/index.ts';

import { rolesInTables } from '../contract/support/operations.ts';
import { readPage, tableOf } from './support/markdown.ts';

const page = readPage('docs/rest-api.md');
const operations = restOperations(schema);
const { paths } = openApi(schema, { version: '0', address: 'https://pinbound.example' }) as {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};

const AUTH = { bearer: 'token', key: 'key', visitor: 'visitor', none: 'none' };
/** Errors of every endpoint, or of every endpoint with a body. */
const COMMON = ['413', '429', '500', '503'];

function errorsOf(operation: RestOperation): string {
  const { method, path } = operation.route;
  const described = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {};
  return Object.keys(described)
    .filter((status) => status >= '400' && !COMMON.includes(status))
    .join(', ');
}

test('lists every endpoint with its auth, role, success and error statuses', () => {
  const rows = tableOf(page, 'Method', 'Path', 'Auth').map((cells) => cells.slice(0, 6).join(' | '));
  const expected = operations.map((operation) => {
    const { method, path, auth = 'bearer', status = 200 } = operation.route;
    return [method, path, AUTH[auth], rolesInTables(operation), status, errorsOf(operation)].join(' | ');
  });
  expect(rows.sort()).toEqual(expected.sort());
});

test('describes every endpoint', () => {
  for (const cells of tableOf(page, 'Method', 'Path', 'Auth')) expect(cells[6]).toMatch(/\w/);
});

test('lists every error status', () => {
  const statuses = new Set(ERROR_CODES.map((code) => restError(new AppError(code, '')).status));
  expect(tableOf(page, 'Status', 'Meaning').map(([status]) => Number(status))).toEqual([...statuses].sort());
});

test('states the validated limits of fields', () => {
  const numbers = Object.fromEntries(
    tableOf(page, 'Field', 'Limit').map(([members = '', limit = '']) => [
      members.split(',')[0],
      (limit.replace(/(?<=\d) (?=\d{3})/g, '').match(/\d+/g) ?? []).map(Number),
    ]),
  );
  expect(numbers).toEqual({
    content: [1, LIMITS.content],
    url: [LIMITS.url],
    name: [1, LIMITS.name],
    slug: [LIMITS.slug],
    email: [LIMITS.email],
    password: [LIMITS.passwordMin, LIMITS.passwordMax],
    position_x: [LIMITS.coordinate, LIMITS.coordinate],
    metadata: [LIMITS.jsonBytes / 1024, LIMITS.jsonDepth],
  });
});

test('names the lists with numbered pages', () => {
  const paged = operations
    .filter(({ route, otherArguments }) => route.method === 'GET' && otherArguments.some(({ name }) => name === 'page'))
    .map(({ route }) => route.path);
  const [sentence = ''] = /The lists [^.]* have numbered pages/.exec(page) ?? [];
  expect([...sentence.matchAll(/`([^`]*)`/g)].map(([, path]) => path).sort()).toEqual(paged.sort());
});

test('lists the creates that accept an Idempotency-Key', () => {
  const creates = operations.filter(({ field }) => acceptsIdempotencyKey(field.name)).map(({ route }) => route.path);
  const [list = ''] = /(?<=^It works for:\n\n)(?:- .*\n)+/m.exec(page) ?? [];
  const named = [...list.matchAll(/^- `POST (\/.*)`$/gm)].map(([, path]) => path);
  expect(named.sort()).toEqual(creates.sort());
});
