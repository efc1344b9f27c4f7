import { expect, test } from 'vitest';
import { openApiDocument } from '../codegen.ts';
import { type OpenApiDocument, restContract } from '../scripts/rest-contract.ts';

const contractOf = (document: OpenApiDocument): string[] => restContract(document).split('\n');

const unchanged = contractOf(openApiDocument());

test('names each endpoint with its parameters, body, responses and errors', () => {
  const start = unchanged.indexOf('POST /organizations (createOrganization)');
  expect(unchanged.slice(start, start + 5)).toEqual([
    'POST /organizations (createOrganization)',
    '  header Idempotency-Key?: string 1–255',
    '  body: CreateOrganizationBody',
    '  201: JoinedOrganization',
    '  400 401 413 429 500 503',
  ]);
});

test('names each member of a schema', () => {
  const start = unchanged.indexOf('Invitation');
  expect(unchanged.slice(start, start + 5)).toEqual([
    'Invitation',
    '  id: string uuid',
    '  organizationId: string uuid',
    '  email: string',
    '  role: Role',
  ]);
});

test('changes by a line for a member that becomes optional, and not for a description', () => {
  const document = openApiDocument();
  const { Invitation = {} } = document.components.schemas;
  Invitation.required = Invitation.required?.filter((name) => name !== 'email') ?? [];
  Object.assign(Invitation, { description: 'Another description.' });
  const changed = contractOf(document);
  expect(changed.filter((line, index) => line !== unchanged[index])).toEqual(['  email?: string']);
});
