import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { parse, printSchema, validate } from 'graphql';
import { openApi } from './src/rest/openapi.ts';
import { schema } from './src/schema/index.ts';

/** Output files of the result types, by GraphQL document of the browser clients. */
const CLIENT_DOCUMENTS = {
  'clients/overlay/feed/public-annotation-changed.graphql':
    'clients/overlay/feed/public-annotation-changed.generated.ts',
} as const;

/**
 * Content of the committed files that are generated from the schema, by file name: the SDL, the
 * OpenAPI document, and the types of the clients' documents.
 *
 * @throws if a client document is invalid for the schema
 */
export async function generatedFiles(): Promise<Record<string, string>> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const files: Record<string, string> = {
    'schema.graphql': `${printSchema(schema)}\n`,
    'openapi.json': `${JSON.stringify(openApi(schema, { version, address: 'https://pinbound.example' }), null, 2)}\n`,
  };
  for (const [location, filename] of Object.entries(CLIENT_DOCUMENTS)) {
    files[filename] = await clientTypes(location, filename);
  }
  return files;
}

async function clientTypes(location: string, filename: string): Promise<string> {
  const document = parse(readFileSync(location, 'utf8'));
  const problems = validate(schema, document);
  if (problems.length > 0) throw new Error(`${location}: ${problems.map(({ message }) => message).join('; ')}`);
  const types = await codegen({
    filename,
    schema: parse(printSchema(schema)),
    documents: [{ location, document }],
    plugins: [{ operations: {} }],
    pluginMap: { operations: typescriptOperations },
    config: {
      enumsAsTypes: true,
      skipTypename: true,
      useTypeImports: true,
      immutableTypes: true,
      defaultScalarType: 'unknown',
      scalars: { DateTime: 'string', JSONObject: 'Record<string, unknown>' },
    },
  });
  return `// Written by \`npm run generate\`.\n${types}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, content] of Object.entries(await generatedFiles())) writeFileSync(name, content);
}
