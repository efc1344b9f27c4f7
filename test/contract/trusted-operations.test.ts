import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { trustedOperations } from '../../scripts/trusted-operations.mjs';
import { costOf, DOCUMENT_LIMITS } from '../../src/graphql/plugins/document-limits.ts';
import { schema } from '../../src/schema/index.ts';
import { rest } from '../support/client.ts';
import { isCompilable } from '../support/compilable.ts';
import { createAnnotation } from '../support/factories.ts';
import { useOwner, useProject } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';

const manifest = Object.entries(trustedOperations(process.cwd()));

const app = useTestApp();
const owner = useOwner(app);
const project = useProject(app, owner);

const persisted = (sha256Hash: unknown) => ({ persistedQuery: { version: 1, sha256Hash } });
const ask = (body: object) => rest(app, 'POST', '/graphql', { token: owner.token, body });

test.each(manifest)(
  '%s is a valid document within the limits, which graphql-jit executes as specified',
  (_hash, text) => {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    expect(isCompilable(schema, document)).toBe(true);
    expect(costOf({ schema, document })).toBeLessThanOrEqual(DOCUMENT_LIMITS.cost);
  },
);

test('a client of this build sends the hash of its document', async () => {
  const [found] = manifest.filter(([, text]) => text.includes('publicAnnotationChanged'));
  const parameters = new URLSearchParams({
    extensions: JSON.stringify(persisted(found?.[0])),
    variables: JSON.stringify({ key: project.projectKey }),
  });
  const response = await fetch(`${app.url}/graphql?${parameters}`, { headers: { accept: 'text/event-stream' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  const [, { id }] = await Promise.all([
    (async () => {
      while (!received.includes('"created"')) received += (await reader?.read())?.value ?? '';
    })(),
    createAnnotation(app, owner, project.id),
  ]);
  expect(received).toContain(id);
  await reader?.cancel();
});

describe('a hash without a document', () => {
  test.each([
    ['unknown', 'f'.repeat(64)],
    ['empty', ''],
    ['of a member of Object', '__proto__'],
  ])('%s: the client is asked for the document', async (_what, hash) => {
    const { body } = await ask({ extensions: persisted(hash) });
    expect(body.errors).toMatchObject([{ message: 'PersistedQueryNotFound', extensions: { code: 'BAD_USER_INPUT' } }]);
    const { body: answered } = await ask({ query: '{ me { id } }', extensions: persisted(hash) });
    expect(answered).toEqual({ data: { me: { id: owner.id } } });
  });

  test.each([[5], [null], [{ a: 1 }], [['x']]])('%j is not a hash: a document is required', async (hash) => {
    const { status, body } = await ask({ extensions: persisted(hash) });
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
  });
});
