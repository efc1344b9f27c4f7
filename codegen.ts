import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  printSchema,
  stripIgnoredCharacters,
  validate,
  visit,
} from 'graphql';
import { createRequest, formatDocument, stringifyDocument } from 'urql';
import { eventTypes, schemaData, schemaTypes } from './scripts/client-library.ts';
import { type OpenApiDocument, restContract } from './scripts/rest-contract.ts';
import { openApi } from './src/rest/openapi.ts';
import { schema } from './src/schema/index.ts';

/** Output files of the result types, by GraphQL document of the overlay. */
const OVERLAY_DOCUMENTS = {
  'clients/overlay/feed/public-annotation-changed.graphql':
    'clients/overlay/feed/public-annotation-changed.generated.ts',
} as const;

/**
 * Content of the committed files that are generated from the schema, by file name: the SDL, the
 * contract of the REST API, the client library, and the types of the clients' documents.
 *
 * @throws if a client document is invalid for the schema
 */
export async function generatedFiles(): Promise<Record<string, string>> {
  const files: Record<string, string> = {
    'schema.graphql': `${printSchema(schema)}\n`,
    'rest-contract.txt': restContract(openApiDocument()),
    'clients/sdk/schema.generated.ts': header(schemaTypes(schema)),
    'clients/sdk/schema-data.generated.ts': header(schemaData(schema)),
    'clients/sdk/webhook-events.generated.ts': header(eventTypes(openApiDocument())),
  };
  for (const [location, filename] of Object.entries(OVERLAY_DOCUMENTS)) {
    const document = readDocument(location);
    files[filename] = header(await resultTypes(filename, [{ location, document }]));
  }
  return { ...files, ...(await dashboardModules()) };
}

/** OpenAPI document as an installation of this version serves it. */
export function openApiDocument(): OpenApiDocument {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return openApi(schema, { version, address: 'https://pinbound.example' }) as object as OpenApiDocument;
}

/**
 * Generated files of the dashboard, by name: the types of all documents in one, and beside each
 * document its operations as typed text.
 */
async function dashboardModules(): Promise<Record<string, string>> {
  const root = 'clients/dashboard';
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => ({ location: join(root, name), document: parse(readFileSync(join(root, name), 'utf8')) }));
  const definitions = sources.flatMap(({ document }) => document.definitions);
  assertValid(root, { kind: Kind.DOCUMENT, definitions });
  const fragments = definitions.filter(isFragment);
  const types = join(root, 'graphql-types.generated.ts');
  const files: Record<string, string> = { [types]: header(await resultTypes(types, sources)) };
  const texts: string[] = [];
  for (const { location, document } of sources) {
    const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    if (operations.length === 0) continue;
    const filename = location.replace('.graphql', '.generated.ts');
    files[filename] = header(typedTexts(operations, fragments, relative(dirname(filename), types)));
    texts.push(...operations.map((node) => sentText(textOf(node, fragments))));
  }
  return { ...files, [join(root, 'operations.generated.json')]: `${JSON.stringify(texts, null, 2)}\n` };
}

/** Module with the operations of a document; `types` is the path of their types. */
function typedTexts(operations: OperationDefinitionNode[], fragments: FragmentDefinitionNode[], types: string): string {
  const from = types.startsWith('.') ? types : `./${types}`;
  const names = operations.map(typeName).flatMap((name) => [name, `${name}Variables`]);
  return [
    "import type { TypedDocumentNode } from 'urql';\n",
    `import type { ${names.join(', ')} } from '${from}';\n`,
    ...operations.map((node) => typedText(node, fragments)),
  ].join('');
}

/** Source of a constant with an operation and its fragments as text, which urql parses. */
function typedText(operation: OperationDefinitionNode, fragments: FragmentDefinitionNode[]): string {
  const types = `TypedDocumentNode<${typeName(operation)}, ${typeName(operation)}Variables>`;
  const text = JSON.stringify(textOf(operation, fragments));
  return `\nexport const ${operation.name?.value}Document = ${text} as unknown as ${types};\n`;
}

/** Name of the type of an operation's result: `GuardsQuery`. */
const typeName = ({ name, operation }: OperationDefinitionNode): string =>
  `${name?.value}${operation[0]?.toUpperCase()}${operation.slice(1)}`;

function textOf(operation: OperationDefinitionNode, fragments: FragmentDefinitionNode[]): string {
  const definitions = [operation, ...fragmentsOf({ kind: Kind.DOCUMENT, definitions: [operation] }, fragments)];
  return stripIgnoredCharacters(print({ kind: Kind.DOCUMENT, definitions }));
}

/** Text that urql sends for a document; the service compiles documents with these texts. */
const sentText = (text: string): string => stringifyDocument(formatDocument(createRequest(text, {}).query));

/** Fragments that a document spreads, directly or through others. */
function fragmentsOf(document: DocumentNode, all: FragmentDefinitionNode[]): FragmentDefinitionNode[] {
  const found = new Set<FragmentDefinitionNode>();
  const collect = (node: DocumentNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = all.find((candidate) => candidate.name.value === name.value);
        if (!fragment || found.has(fragment)) return;
        found.add(fragment);
        collect(fragment);
      },
    });
  };
  collect(document);
  return [...found];
}

const isFragment = (node: { kind: string }): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION;

const header = (content: string): string => `// Written by \`npm run generate\`.\n${content}`;

function readDocument(location: string): DocumentNode {
  const document = parse(readFileSync(location, 'utf8'));
  assertValid(location, document);
  return document;
}

/** @throws if the document is invalid for the schema */
function assertValid(location: string, document: DocumentNode): void {
  const problems = validate(schema, document);
  if (problems.length > 0) throw new Error(`${location}: ${problems.map(({ message }) => message).join('; ')}`);
}

/** TypeScript types of the results and variables of documents. */
function resultTypes(filename: string, documents: { location: string; document: DocumentNode }[]): Promise<string> {
  return codegen({
    filename,
    schema: parse(printSchema(schema)),
    documents,
    plugins: [{ operations: {} }],
    pluginMap: { operations: typescriptOperations },
    config: {
      // A fragment is one type, which the results that spread it name.
      inlineFragmentTypes: 'combine',
      enumsAsTypes: true,
      disableDescriptions: true,
      skipTypename: true,
      useTypeImports: true,
      immutableTypes: true,
      defaultScalarType: 'unknown',
      scalars: { DateTime: 'string', JSONObject: 'Record<string, unknown>' },
    },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, content] of Object.entries(await generatedFiles())) writeFileSync(name, content);
}
