import { STATUS_CODES } from 'node:http';
import { getNamedType, getNullableType, isListType } from 'graphql';
import { FIELD_CODES } from '../errors.ts';
import { MIB } from '../lib/bytes.ts';
import { needsMoreThanMembership } from '../resolvers/platform/policies/roles.ts';
import type { Json } from '../schema/json-schema.ts';
import { maxBytesOf, type RestOperation, sendsBody } from './routes.ts';

const ERRORS: Record<number, string> = {
  400: 'Invalid input; the message names each field',
  401: 'Missing or invalid credential',
  403: 'Not permitted by the role, the project or its list of origins',
  404: 'Not found, or not visible to the client',
  429: 'Rate limit exceeded; retry after the seconds in Retry-After',
  500: 'Internal error; the message contains the request id for the log',
  503: 'The service is starting or overloaded, or a dependency does not respond; retry after the seconds in Retry-After',
};
const WITH_RETRY_AFTER = [429, 503];

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['statusCode', 'message', 'error'],
  properties: {
    statusCode: { type: 'integer', description: 'HTTP status code.' },
    message: { type: 'string', description: 'Description of the error; several problems are joined by `; `.' },
    error: { type: 'string', description: 'Name of the status.' },
    fields: {
      type: 'array',
      description: 'Problems by member of the input; absent if the message is about no member.',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'string', description: 'Name of the member, such as `name` or `filter.labelIds.0`.' },
          code: {
            type: 'string',
            enum: FIELD_CODES,
            description: 'Kind of the problem; `conflict` is one with an existing resource.',
          },
          message: { type: 'string', description: 'What was expected, and what to do.' },
        },
      },
    },
  },
};

const header = (type: 'integer' | 'string', description: string): Json => ({ description, schema: { type } });

const LIMIT_HEADERS: Json = {
  'RateLimit-Limit': header(
    'integer',
    'Calls per minute of the limit with the fewest remaining calls; absent without a limit.',
  ),
  'RateLimit-Remaining': header('integer', 'Remaining calls in the current window.'),
  'RateLimit-Reset': header('integer', 'Seconds until the window is reset.'),
};
const HEADERS: Json = {
  ...LIMIT_HEADERS,
  'Retry-After': header('integer', 'Seconds until a retry can succeed.'),
  'X-Next-Cursor': header('string', 'Cursor of the next page; absent on the last one.'),
};

const headersOf = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Returns the first sentence of a field's description, without its period. */
export const summaryOf = ({ description }: RestOperation['field']): string =>
  (description?.split('. ')[0] ?? '').replace(/\.$/, '');

/**
 * Returns the responses of an operation, described by its type, or by the field if it is a list.
 *
 * @param success schema of the successful response
 * @param example of that response
 */
export function responsesOf(operation: RestOperation, success: Json, example: unknown): Json {
  const { field, route } = operation;
  const ownHeaders = route.envelope === 'list' ? ['X-Next-Cursor'] : [];
  return {
    [route.status ?? 200]: {
      description: isListType(getNullableType(field.type))
        ? `${summaryOf(field)}.`
        : getNamedType(field.type).description,
      headers: headersOf(...ownHeaders, ...Object.keys(LIMIT_HEADERS)),
      content: { 'application/json': { schema: success, example } },
    },
    ...Object.fromEntries(
      errorsOf(operation).map((status) => [
        status,
        { $ref: `#/components/responses/${nameOf(status, maxMib(operation))}` },
      ]),
    ),
  };
}

/** Returns the components that responses refer to. */
export function responseComponents(operations: readonly RestOperation[]): {
  schemas: Json;
  headers: Json;
  responses: Json;
} {
  const limits = [...new Set(operations.filter(sendsBody).map(maxMib))];
  const responses = Object.keys(ERRORS).map((status) => response(Number(status), ERRORS[Number(status)]));
  const tooLarge = limits.map((mib) => response(413, `The body exceeds the limit of ${mib} MiB`, mib));
  return {
    schemas: { Error: ERROR_SCHEMA },
    headers: HEADERS,
    responses: Object.fromEntries([...responses, ...tooLarge]),
  };
}

const maxMib = ({ route }: RestOperation): number => maxBytesOf(route) / MIB;

/** Returns the component's name: `NotFound`, or with its limit `PayloadTooLarge10MiB`. */
const nameOf = (status: number, mib: number): string =>
  `${(STATUS_CODES[status] ?? '').replaceAll(' ', '')}${status === 413 ? `${mib}MiB` : ''}`;

const response = (status: number, description: string | undefined, mib = 0): [string, Json] => [
  nameOf(status, mib),
  {
    description,
    headers: headersOf(...(WITH_RETRY_AFTER.includes(status) ? ['Retry-After'] : []), ...Object.keys(LIMIT_HEADERS)),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
];

function errorsOf(operation: RestOperation): number[] {
  const { route, needs, pathParameters, otherArguments } = operation;
  const hasBody = sendsBody(operation);
  return [
    ...(hasBody || route.envelope === 'list' || otherArguments.length > 0 ? [400] : []),
    ...(route.auth === 'none' ? [] : [401]),
    ...(needs && needsMoreThanMembership(needs) ? [403] : []),
    // The object of the right may be absent. A credential in the path is 401 if it is unknown.
    ...(needs || (pathParameters.length > 0 && !route.errorStatuses?.includes(401)) ? [404] : []),
    ...(hasBody ? [413] : []),
    429,
    500,
    503,
    ...(route.errorStatuses ?? []),
  ];
}
