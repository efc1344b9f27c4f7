import { GraphQLNonNull, type GraphQLSchema, getNamedType, getNullableType, isListType, isObjectType } from 'graphql';
import { acceptsIdempotencyKey } from '../schema/accepts-idempotency-key.ts';
import { boundsOf, valuesOf } from '../schema/constraints.ts';
import { descriptionOf, inputSchema, type Json, valueSchema, withEnum } from '../schema/json-schema.ts';
import { TAGS } from '../schema/operation.ts';
import { createExamples } from './examples.ts';
import { componentSchemas, itemType, objectSchema, outputSchema } from './json-schemas.ts';
import { responseComponents, responsesOf, summaryOf } from './openapi-responses.ts';
import { isAlsoInQuery, isRequired, type RestOperation, restOperations, sendsBody } from './routes.ts';
import { shareParts } from './shared-parts.ts';
import { withStatusText } from './status-text.ts';
import { webhookPayloads } from './webhook-payloads.ts';
import { WEBHOOK_SCHEMAS } from './webhook-schemas.ts';

/**
 * Creates the OpenAPI 3.1 document of the REST API from the schema.
 *
 * @param options.address base URL of the service
 */
export function openApi(schema: GraphQLSchema, options: { version: string; address: string }): Json {
  const operations = restOperations(schema);
  const responses = responseComponents(operations);
  const schemas = {
    ...responses.schemas,
    ...componentSchemas(operations),
    ...bodySchemas(operations),
    ...WEBHOOK_SCHEMAS,
  };
  const examples = createExamples(schemas);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = pathOf(operation);
    paths[path] = { ...paths[path], [operation.route.method.toLowerCase()]: describe(operation, examples) };
  }
  const webhooks = webhookPayloads(examples);
  const shared = shareParts(paths as never, webhooks as never);
  return withStatusText({
    openapi: '3.1.0',
    info: {
      title: 'Pinbound REST API',
      version: options.version,
      description: 'Visual feedback on websites. The same operations, and live updates, are available at /graphql.',
      contact: { name: 'The operator of this installation', url: options.address },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Generators and Postman take the first one, and cannot resolve a relative address.
    servers: [
      { url: options.address, description: 'The address of the service.' },
      { url: '/', description: 'The server that this document was read from.' },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      headers: responses.headers,
      parameters: shared.parameters,
      responses: { ...responses.responses, ...shared.responses },
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        projectKey: { type: 'apiKey', in: 'header', name: 'x-project-key' },
        visitorToken: { type: 'apiKey', in: 'header', name: 'x-visitor-token' },
      },
    },
  });
}

const pathOf = ({ route }: RestOperation): string => route.path.replace(/:(\w+)/g, '{$1}');

function describe(operation: RestOperation, examples: ReturnType<typeof createExamples>): Json {
  const { field, route } = operation;
  const response = responseSchema(operation);
  return {
    operationId: operationIdOf(operation),
    tags: [route.tag],
    summary: summaryOf(field),
    ...descriptionOf({ ...field, description: furtherDescription(field) }),
    security: [...SECURITY[route.auth ?? 'bearer'], ...(operation.acceptsVisitors ? SECURITY.visitor : [])],
    parameters: parametersOf(operation),
    ...(hasBody(operation) && {
      requestBody: bodyOf(operation, examples.bodyExample(field.name, bodyName(operation))),
    }),
    responses: responsesOf(operation, response, examples.exampleOf(response)),
  };
}

/** Description of an operation without the sentence of its summary, unless there is no other. */
const furtherDescription = ({ description }: RestOperation['field']): string =>
  description?.split('. ').slice(1).join('. ') || (description ?? '');

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/**
 * Returns the name of an operation in generated clients: `listAnnotations` and `getAnnotation` for
 * what GraphQL calls `annotations` and `annotation`. The names of mutations are verbs.
 */
function operationIdOf({ kind, field, route }: RestOperation): string {
  if (kind === 'mutation') return field.name;
  const type = getNamedType(field.type);
  const isPaged = isObjectType(type) && 'pagination' in type.getFields();
  const isList = route.envelope === 'list' || isPaged || isListType(getNullableType(field.type));
  return `${isList ? 'list' : 'get'}${capitalized(field.name)}`;
}

/** Requirements by kind of credential; one of a list is sufficient. */
const SECURITY = {
  bearer: [{ bearer: [] }],
  key: [{ projectKey: [] }],
  visitor: [{ visitorToken: [] }],
  none: [],
};

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating a key with the same body within 24 hours returns the first response and creates nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function parametersOf(operation: RestOperation): Json[] {
  const path = operation.field.args
    .filter(({ name }) => operation.pathParameters.includes(name))
    .map(({ name, description, type }) => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: valueSchema(type, true),
    }));
  const inQuery = operation.otherArguments.filter(({ argument }) => !sendsBody(operation) || isAlsoInQuery(argument));
  return [
    ...path,
    ...(acceptsIdempotencyKey(operation.field.name) ? [IDEMPOTENCY_KEY] : []),
    ...inQuery.map(({ name, argument }) => ({
      name,
      in: 'query',
      required: isRequired(argument),
      ...descriptionOf(argument),
      schema: { ...valueSchema(argument.type, true), ...boundsOf(argument) },
    })),
  ];
}

const hasBody = (operation: RestOperation): boolean => sendsBody(operation) && operation.otherArguments.length > 0;

/** Returns the name of the schema of an operation's body. */
const bodyName = ({ field }: RestOperation): string => `${capitalized(field.name)}Body`;

/** Returns the names of required members. */
function requiredOf({ route, otherArguments }: RestOperation): string[] {
  const required = otherArguments.filter(
    ({ name, argument }) => isRequired(argument) || route.requiredNullable?.includes(name),
  );
  return required.map(({ name }) => name);
}

const bodyOf = (operation: RestOperation, example: Json): Json => ({
  required: requiredOf(operation).length > 0,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${bodyName(operation)}` }, example } },
});

function bodySchemas(operations: readonly RestOperation[]): Json {
  const bodies = operations.filter(hasBody).map((operation) => [bodyName(operation), bodySchema(operation)]);
  return Object.fromEntries(bodies.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}

function bodySchema(operation: RestOperation): Json {
  const required = requiredOf(operation);
  // Members omitted from a PATCH stay unchanged; null is rejected.
  const keepsNull = (name: string) => operation.route.method !== 'PATCH' || operation.route.clearable?.includes(name);
  return {
    type: 'object',
    description: `Body of ${operation.route.method} ${pathOf(operation)}.`,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      operation.otherArguments.map(({ name, argument }) => [
        name,
        {
          ...withEnum((keepsNull(name) ? inputSchema : valueSchema)(argument.type, true), valuesOf(argument)),
          ...descriptionOf(argument),
        },
      ]),
    ),
  };
}

function responseSchema(operation: RestOperation): Json {
  // REST responds with the error where GraphQL has null beside it.
  const value = outputSchema(new GraphQLNonNull(getNullableType(operation.field.type)));
  if (operation.route.envelope === 'data') return { type: 'object', required: ['data'], properties: { data: value } };
  if (operation.route.envelope !== 'list') return value;
  const item = getNamedType(itemType(operation));
  const { members } = operation.route;
  const items = members && isObjectType(item) ? objectSchema(item, members) : { $ref: `#/components/schemas/${item}` };
  return { type: 'array', items };
}
