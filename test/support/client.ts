import type { TestApp } from './test-app.ts';

export interface Credentials {
  token?: string;
  headers?: Record<string, string>;
}

/** Response of the REST API, completely read. */
export interface RestResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  body: any;
}

/** Calls the REST API. An object is sent as JSON, a string unchanged. */
export async function rest(
  app: Pick<TestApp, 'url'>,
  method: string,
  path: string,
  options: Credentials & { body?: unknown } = {},
): Promise<RestResponse> {
  const { body } = options;
  const response = await fetch(app.url + path, {
    method,
    headers: {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
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
