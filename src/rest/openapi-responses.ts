import { STATUS_CODES } from 'node:http';
import { getNamedType, getNullableType, isListType } from 'graphql';
import { MIB } from '../lib/bytes.ts';
import { needsMoreThanMembership } from '../resolvers/platform/policies/roles.ts';
import type { Json } from './json-schemas.ts';
import { maxBytesOf, type RestOperation, sendsBody } from './routes.ts';

const ERRORS: Record<number, string> = {
  400: 'The input does not fit; the message names each field',
  401: 'No credential, or one that does not count',
  403: 'The role, the project or its list of origins does not allow it',
  404: 'There is no such thing for the caller',
  429: 'Too many calls a minute; Retry-After says when to go on',
  500: 'A fault on our side; the message carries the request id that the log has',
  503: 'The service is starting or has too much under way, or something that it needs does not answer; Retry-After says when to try again',
};
const SAY_WHEN = [429, 503];

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['statusCode', 'message', 'error'],
  properties: {
    statusCode: { type: 'integer', description: 'HTTP status code.' },
    message: { type: 'string', description: 'What is wrong; several problems are joined by `; `.' },
    error: { type: 'string', description: 'Name of the status.' },
  },
};

const header = (type: 'integer' | 'string', description: string): Json => ({ description, schema: { type } });

const LIMIT_HEADERS: Json = {
  'RateLimit-Limit': header('integer', 'Calls a minute that the nearest limit allows; absent where none counts.'),
  'RateLimit-Remaining': header('integer', 'Calls that are left of them.'),
  'RateLimit-Reset': header('integer', 'Seconds until they are all there again.'),
};
const HEADERS: Json = {
  ...LIMIT_HEADERS,
  'Retry-After': header('integer', 'Seconds after which the same call can succeed.'),
  'X-Next-Cursor': header('string', 'Cursor of the next page; absent on the last.'),
};

const headersOf = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The first sentence of a field's description, without its full stop. */
export const summaryOf = ({ description }: RestOperation['field']): string =>
  (description?.split('. ')[0] ?? '').replace(/\.$/, '');

/** What an operation answers, in the words of its type, or of the list that it is. @param answer schema of its success */
export function responsesOf(operation: RestOperation, answer: Json): Json {
  const { field, route } = operation;
  const own = route.envelope === 'list' ? ['X-Next-Cursor'] : [];
  return {
    [route.status ?? 200]: {
      description: isListType(getNullableType(field.type))
        ? `${summaryOf(field)}.`
        : getNamedType(field.type).description,
      headers: headersOf(...own, ...Object.keys(LIMIT_HEADERS)),
      content: { 'application/json': { schema: answer } },
    },
    ...Object.fromEntries(
      errorsOf(operation).map((status) => [
        status,
        { $ref: `#/components/responses/${nameOf(status, maxMib(operation))}` },
      ]),
    ),
  };
}

/** The parts that responses refer to. */
export function responseComponents(operations: RestOperation[]): { schemas: Json; headers: Json; responses: Json } {
  const limits = [...new Set(operations.filter(sendsBody).map(maxMib))];
  const responses = Object.keys(ERRORS).map((status) => response(Number(status), ERRORS[Number(status)]));
  const tooLarge = limits.map((mib) => response(413, `The body is over ${mib} MiB`, mib));
  return {
    schemas: { Error: ERROR_SCHEMA },
    headers: HEADERS,
    responses: Object.fromEntries([...responses, ...tooLarge]),
  };
}

const maxMib = ({ route }: RestOperation): number => maxBytesOf(route) / MIB;

/** `NotFound`; of 413 with its limit, `PayloadTooLarge10MiB`. */
const nameOf = (status: number, mib: number): string =>
  `${(STATUS_CODES[status] ?? '').replaceAll(' ', '')}${status === 413 ? `${mib}MiB` : ''}`;

const response = (status: number, description: string | undefined, mib = 0): [string, Json] => [
  nameOf(status, mib),
  {
    description,
    headers: headersOf(...(SAY_WHEN.includes(status) ? ['Retry-After'] : []), ...Object.keys(LIMIT_HEADERS)),
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
    // Where a right is needed, what it is needed for may be absent.
    ...(needs || pathParameters.length > 0 ? [404] : []),
    ...(hasBody ? [413] : []),
    429,
    500,
    503,
    ...(route.refusals ?? []),
  ];
}
