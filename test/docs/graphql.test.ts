import { assertEnumType, isScalarType, isSpecifiedScalarType, parse, validate } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { AppError, ERROR_CODES } from '../../src/errors.ts';
import { DOCUMENT_LIMITS } from '../../src/graphql/plugins/document-limits.ts';
import { restError } from '../../src/http/error-response.ts';
import { schema } from '../../src/schema/index.ts';
import { rolesInTables } from '../contract/support/operations.ts';
import { graphql } from '../support/client.ts';
import { createAnnotation, createProject, PASSWORD, registerUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';

import { fenceAt, fencesOf, fill, readPage, tableOf, type Values } from './support/markdown.ts';
import { Shell } from './support/shell.ts';
import { asShown } from './support/shown.ts';

const page = readPage('docs/graphql.md');
const fences = fencesOf(page);

const app = useTestApp();
let values: Values;
let token: string;

beforeAll(async () => {
  const user = await registerUser(app);
  token = user.token;
  const project = await createProject(app, user);
  const annotation = await createAnnotation(app, user, project.id);
  for (let more = 0; more < 2; more += 1) await createAnnotation(app, user, project.id);
  values = {
    'https://pinbound.example': app.url,
    '<ACCESS_TOKEN>': token,
    '<EMAIL>': user.email,
    '<PASSWORD>': PASSWORD,
    '<ORGANIZATION_ID>': user.organizationId,
    '<PROJECT_ID>': project.id,
    '<ANNOTATION_ID>': annotation.id,
  };
});

test('responds to the curl request as shown', async () => {
  const [response] = await new Shell().run(fill(fenceAt(page, 'bash').text, values));
  expect(response?.body).toEqual(JSON.parse(fenceAt(page, 'json').text));
});

test('maps every custom scalar for type generators', () => {
  const own = Object.values(schema.getTypeMap()).filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
  const [, scalars = ''] = /scalars: \{\n(.*?)\n {8}\}/s.exec(fenceAt(page, 'ts').text) ?? [];
  const mapped = [...scalars.matchAll(/^ *(\w+): '/gm)].map(([, name]) => name);
  expect(mapped.sort()).toEqual(own.map(({ name }) => name).sort());
});

describe('documents', () => {
  test.each(fences.filter(({ language }) => language === 'graphql'))('line $line', async (fence) => {
    const document = fill(fence.text, values);
    expect(validate(schema, parse(document))).toEqual([]);
    const response = await graphql(app, document, {}, { token });
    const next = fences[fences.indexOf(fence) + 1];
    if (next?.language === 'json') {
      const shown: unknown = JSON.parse(next.text);
      expect(asShown(response, shown)).toEqual(shown);
    } else {
      expect(response.errors).toBeUndefined();
    }
    const cursor = response.data?.annotations?.pageInfo.endCursor;
    if (cursor) values['<CURSOR>'] = cursor;
  });
});

test('lists every error code with its REST status', () => {
  const rows = tableOf(page, 'extensions.code', 'Meaning', 'REST').map(([code, , status]) => `${code} ${status}`);
  expect(rows.sort()).toEqual(ERROR_CODES.map((code) => `${code} ${restError(new AppError(code, '')).status}`).sort());
});

test('states the limits of the code', () => {
  const rows = tableOf(page, 'Limit', 'Maximum', 'Counting');
  expect(rows.map(([, maximum]) => Number(maximum))).toEqual(Object.values(DOCUMENT_LIMITS));
});

test('lists every subscription with its arguments and role', () => {
  const rows = tableOf(page, 'Subscription', 'Arguments', 'Least role', 'Reports').map((cells) => cells.slice(0, 3));
  const fields = Object.values(schema.getSubscriptionType()?.getFields() ?? {});
  expect(rows.sort()).toEqual(
    fields
      .map((field) => [
        field.name,
        field.args
          .map(({ name }) => name)
          .sort()
          .join(', '),
        rolesInTables({ field }),
      ])
      .sort(),
  );
});

test('names every kind of change', () => {
  const kinds = assertEnumType(schema.getType('AnnotationChangeKind')).getValues();
  for (const { name } of kinds) expect(page).toContain(`\`${name}\``);
});
