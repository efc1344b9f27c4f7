import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, request } from 'undici';
import type { TestApp } from './test-app.ts';

export interface Credentials {
  token?: string;
  headers?: Record<string, string>;
}

/** Time without a byte of the response after which a call fails, by name; milliseconds. */
const TIMEOUT = 120_000;

/** Response of the REST API, completely read. */
export interface RestResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  body: any;
}

/**
 * Calls the REST API. An object is sent as JSON, a string unchanged. Follows no redirect. `fetch`
 * would take five times the CPU time, which is noticeable in the thousands of calls of a suite.
 */
export async function rest(
  app: Pick<TestApp, 'url'>,
  method: string,
  path: string,
  options: Credentials & { body?: unknown } = {},
): Promise<RestResponse> {
  const { body } = options;
  const response = await request(app.url + path, {
    method: method as Dispatcher.HttpMethod,
    headers: {
      accept: '*/*',
      'user-agent': 'node',
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    headersTimeout: TIMEOUT,
    bodyTimeout: TIMEOUT,
  });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    headers: headersOf(response.headers),
    body: text === '' ? undefined : withoutFields(JSON.parse(text)),
  };
}

/** Error of REST, or of GraphQL with its extensions. */
interface ErrorBody {
  message: string;
  fields?: { path: string; code: string; message: string }[];
}

/** Name of a member of the input, at the start of a message. */
const NAMED = /^[a-z]\w*(\.\w+|\[\])*: /;

/**
 * Checks that each error says in `fields` what its message says of members of the input, and
 * removes `fields`, so that tests state each problem once.
 */
export function withoutFields(body: unknown): unknown {
  const { errors, statusCode } = (body ?? {}) as {
    errors?: (ErrorBody & { extensions?: object })[];
    statusCode?: number;
  };
  if (statusCode !== undefined) return checked(body as ErrorBody, statusCode === 400);
  if (!Array.isArray(errors)) return body;
  const plain = errors.map(({ message, extensions = {}, ...error }) => {
    const { code } = extensions as { code?: string };
    const { message: _, ...rest } = checked(
      { ...extensions, message },
      code === 'BAD_USER_INPUT' || code === 'CONFLICT',
    );
    return { ...error, message, extensions: rest };
  });
  return { ...(body as object), errors: plain };
}

function checked({ fields, ...error }: ErrorBody, isInput: boolean): Omit<ErrorBody, 'fields'> {
  const said = fields?.map(({ path, message }) => `${path}: ${message}`).join('; ');
  if (said !== (isInput && NAMED.test(error.message) ? error.message : undefined)) {
    throw new Error(`the fields of an error say "${said}", its message "${error.message}"`);
  }
  return error;
}

function headersOf(received: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const single of Array.isArray(value) ? value : [value ?? '']) headers.append(name, single);
  }
  return headers;
}

/** Response of the GraphQL endpoint. */
export interface GraphqlResponse {
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  data?: any;
  errors?: { message: string; extensions: { code: string } }[];
}

/** Posts a GraphQL document. */
export async function graphql(
  app: Pick<TestApp, 'url'>,
  query: string,
  variables: object = {},
  options: Credentials = {},
): Promise<GraphqlResponse> {
  const { body } = await rest(app, 'POST', '/graphql', { ...options, body: { query, variables } });
  return body;
}
