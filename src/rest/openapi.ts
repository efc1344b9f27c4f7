import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { needsMoreThanMembership } from '../resolvers/policies/organization.ts';
import { componentSchemas, inputSchema, itemType, type Json, objectSchema, outputSchema } from './json-schemas.ts';
import { isInQueryToo, isRequired, maxBytesOf, type RestOperation, restOperations, sendsBody } from './routes.ts';

const ERRORS: Record<number, string> = {
  400: 'The input does not fit; the message names each field',
  401: 'No credential, or one that does not count',
  403: 'The role, the project or its list of origins does not allow it',
  404: 'There is no such thing for the caller',
  429: 'Too many calls a minute; Retry-After says when to go on',
  500: 'A fault on our side; the message carries the request id that the log has',
  503: 'Something that it needs does not answer, and nothing was changed; Retry-After says when to try again',
};

/** The OpenAPI 3.1 document of the REST API, read off the schema. */
export function openApi(schema: GraphQLSchema, options: { baseUrl?: string; version: string }): Json {
  const operations = restOperations(schema);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.route.method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pinbound REST API',
      version: options.version,
      description: 'Visual feedback on websites. The same operations, and live updates, are at /graphql.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    ...(options.baseUrl && { servers: [{ url: options.baseUrl }] }),
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA, ...componentSchemas(operations) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        projectKey: { type: 'apiKey', in: 'header', name: 'x-project-key' },
      },
    },
  };
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['statusCode', 'message', 'error'],
  properties: {
    statusCode: { type: 'integer', description: 'HTTP status code.' },
    message: { type: 'string', description: 'What is wrong; several problems are joined by `; `.' },
    error: { type: 'string', description: 'Name of the status.' },
  },
};

function describe(operation: RestOperation): Json {
  const { field, route } = operation;
  const hasBody = sendsBody(operation);
  const isList = route.envelope === 'list';
  return {
    operationId: field.name,
    tags: [route.tag],
    summary: field.description?.split('. ')[0]?.replace(/\.$/, ''),
    description: field.description,
    security: { bearer: [{ bearer: [] }], key: [{ projectKey: [] }], none: [] }[route.auth ?? 'bearer'],
    parameters: parametersOf(operation, hasBody),
    ...(hasBody && operation.otherArguments.length > 0 && { requestBody: bodyOf(operation) }),
    responses: {
      [route.status ?? 200]: {
        description: 'Success',
        headers: {
          ...(isList && {
            'X-Next-Cursor': {
              description: 'Cursor of the next page; absent on the last.',
              schema: { type: 'string' },
            },
          }),
        },
        content: { 'application/json': { schema: answerSchema(operation) } },
      },
      ...Object.fromEntries(
        errorsOf(operation, hasBody).map((status) => [status, errorResponse(status, maxBytesOf(route))]),
      ),
    },
  };
}

const errorResponse = (status: number, maxBytes: number) => ({
  description: status === 413 ? `The body is over ${maxBytes / 1024 / 1024} MiB` : ERRORS[status],
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

function errorsOf({ route, needs, pathParameters, otherArguments }: RestOperation, hasBody: boolean): number[] {
  return [
    ...(hasBody || route.envelope === 'list' || otherArguments.length > 0 ? [400] : []),
    ...(route.auth === 'none' ? [] : [401]),
    ...(needs && needsMoreThanMembership(needs) ? [403] : []),
    // Where a right is needed, what it is needed for may be absent.
    ...(needs || pathParameters.length > 0 ? [404] : []),
    ...(hasBody ? [413] : []),
    429,
    500,
    ...(route.refusals ?? []),
  ];
}

function parametersOf(operation: RestOperation, hasBody: boolean): Json[] {
  const path = operation.pathParameters.map((name) => ({
    name,
    in: 'path',
    required: true,
    description: operation.field.args.find((argument) => argument.name === name)?.description,
    schema: { type: 'string' },
  }));
  const inQuery = operation.otherArguments.filter(({ argument }) => !hasBody || isInQueryToo(argument));
  return [
    ...path,
    ...inQuery.map(({ name, argument }) => ({
      name,
      in: 'query',
      required: isRequired(argument),
      description: argument.description,
      schema: inputSchema(argument.type),
    })),
  ];
}

function bodyOf({ otherArguments }: RestOperation): Json {
  const required = otherArguments.filter(({ argument }) => isRequired(argument)).map(({ name }) => name);
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
              { ...inputSchema(argument.type), description: argument.description },
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
