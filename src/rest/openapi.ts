import { type GraphQLArgument, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { boundsOf } from '../schema/bounded.ts';
import { takesKey } from '../schema/keyed.ts';
import { TAGS } from '../schema/operation.ts';
import {
  componentSchemas,
  inputSchema,
  itemType,
  type Json,
  objectSchema,
  outputSchema,
  valueSchema,
} from './json-schemas.ts';
import { responseComponents, responsesOf } from './openapi-responses.ts';
import { isInQueryToo, isRequired, type RestOperation, restOperations, sendsBody } from './routes.ts';

/** The OpenAPI 3.1 document of the REST API, read off the schema. */
export function openApi(schema: GraphQLSchema, options: { version: string }): Json {
  const operations = restOperations(schema);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.route.method.toLowerCase()]: describe(operation) };
  }
  const responses = responseComponents(operations);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pinbound REST API',
      version: options.version,
      description: 'Visual feedback on websites. The same operations, and live updates, are at /graphql.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Relative to where the document was read, whatever address that is.
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...responses,
      schemas: { ...responses.schemas, ...componentSchemas(operations) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        projectKey: { type: 'apiKey', in: 'header', name: 'x-project-key' },
      },
    },
  };
}

function describe(operation: RestOperation): Json {
  const { field, route } = operation;
  const hasBody = sendsBody(operation);
  return {
    operationId: field.name,
    tags: [route.tag],
    summary: field.description?.split('. ')[0]?.replace(/\.$/, ''),
    description: field.description,
    security: { bearer: [{ bearer: [] }], key: [{ projectKey: [] }], none: [] }[route.auth ?? 'bearer'],
    parameters: parametersOf(operation, hasBody),
    ...(hasBody && operation.otherArguments.length > 0 && { requestBody: bodyOf(operation) }),
    responses: responsesOf(operation, answerSchema(operation)),
  };
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body answers with the first answer for 24 hours, and makes nothing more.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function parametersOf(operation: RestOperation, hasBody: boolean): Json[] {
  const path = operation.field.args
    .filter(({ name }) => operation.pathParameters.includes(name))
    .map(({ name, description, type }) => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: valueSchema(type),
    }));
  const inQuery = operation.otherArguments.filter(({ argument }) => !hasBody || isInQueryToo(argument));
  return [
    ...path,
    ...(takesKey(operation.field.name) ? [IDEMPOTENCY_KEY] : []),
    ...inQuery.map(({ name, argument }) => ({
      name,
      in: 'query',
      required: isRequired(argument),
      description: argument.description,
      schema: { ...valueSchema(argument.type), ...boundsOf(argument) },
    })),
  ];
}

function bodyOf({ route, otherArguments }: RestOperation): Json {
  const mustBeSent = ({ name, argument }: RestOperation['otherArguments'][number]) =>
    isRequired(argument) || route.evenIfNull?.includes(name);
  const required = otherArguments.filter(mustBeSent).map(({ name }) => name);
  // What is left out of a change stays as it is, and null is refused.
  const schemaOf = ({ type }: GraphQLArgument) => (route.method === 'PATCH' ? valueSchema(type) : inputSchema(type));
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          ...(required.length > 0 && { required }),
          properties: Object.fromEntries(
            otherArguments.map(({ name, argument }) => [
              name,
              { ...schemaOf(argument), description: argument.description },
            ]),
          ),
        },
      },
    },
  };
}

function answerSchema(operation: RestOperation): Json {
  if (operation.route.envelope === 'data') {
    return { type: 'object', required: ['data'], properties: { data: outputSchema(operation.field.type) } };
  }
  if (operation.route.envelope !== 'list') return outputSchema(operation.field.type);
  const item = getNamedType(itemType(operation));
  const { members } = operation.route;
  const items = members && isObjectType(item) ? objectSchema(item, members) : { $ref: `#/components/schemas/${item}` };
  return { type: 'array', items };
}
