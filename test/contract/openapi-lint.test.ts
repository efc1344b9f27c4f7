import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { openApi } from '../../src/rest/openapi.ts';
import { schema } from '../../src/schema/index.ts';
import { responseOf, schemaMismatches } from './support/openapi-mismatches.ts';
import { ROUTED, type RoutedOperation } from './support/operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document or a part of it
const document: any = openApi(schema, { version: '0', address: 'https://pinbound.example' });

test('redocly reports nothing but the ambiguous paths of the interface', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  expect(problems.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths')).toEqual([]);
  // /annotations/project/{projectId} beside /annotations/{id}/comments, and likewise.
  const paths = problems.map(({ message }) => message);
  expect(paths.filter((message) => !/(organization|project|public)\/\{\w+\}`/.test(message))).toEqual([]);
});

test('every operation has examples that match its schemas', async () => {
  for (const { name, rest } of ROUTED) {
    const path = rest.route.path.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[path][rest.route.method.toLowerCase()];
    const response = responseOf(document, operation, rest.route.status);
    const contents = [operation.requestBody?.content, response.content].filter(Boolean);
    for (const content of contents) {
      const { schema: expected, example } = content['application/json'];
      expect([name, example === undefined]).toEqual([name, false]);
      expect([name, schemaMismatches(document, expected, example, 'example')]).toEqual([name, []]);
    }
  }
});

test('operations that read are named by verbs', () => {
  const idOf = ({ rest: { route } }: RoutedOperation) =>
    document.paths[route.path.replace(/:(\w+)/g, '{$1}')][route.method.toLowerCase()].operationId;
  const ids = ROUTED.filter(({ kind }) => kind === 'query').map(idOf);
  expect(ids.filter((id) => !/^(get|list)[A-Z]/.test(id))).toEqual([]);
  expect(ids).toEqual(
    expect.arrayContaining(['listAnnotations', 'getAnnotation', 'getMe', 'listWebhooks', 'listPlans']),
  );
});

test('parts that operations share are written once', () => {
  const { parameters, responses } = document.paths['/annotations/organization/{organizationId}'].get;
  for (const name of ['limit', 'cursor', 'statuses']) {
    expect(parameters).toContainEqual({ $ref: `#/components/parameters/${name}` });
  }
  expect(responses[200]).toEqual({ $ref: '#/components/responses/AnnotationList' });
  expect(document.components.schemas.CreateAnnotationViewBody.properties.filter.anyOf).toContainEqual({
    $ref: '#/components/schemas/AnnotationFilter',
  });
});

test('operation ids are unique, also those of webhooks', () => {
  const operations = [document.paths, document.webhooks].flatMap((items) =>
    Object.values(items).flatMap((item) => Object.values(item as object)),
  );
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids).toContain('onCommentCreated');
  expect(ids.filter((id) => !id)).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
