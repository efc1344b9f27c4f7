import { type Credentials, graphql, type RestResponse, rest } from '../../support/client.ts';
import type { TestApp } from '../../support/test-app.ts';
import { documentOf, type Operation, type RoutedOperation, sendsBody } from './operations.ts';
import type { Arguments } from './samples.ts';
import { credentialsFor } from './visitor-credentials.ts';

/** REST status of each error code; a conflict is 400. */
export const STATUS_OF: Record<string, number> = {
  BAD_USER_INPUT: 400,
  CONFLICT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

const REASON_PHRASES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Payload Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Body of a REST error: exactly three members. */
export const errorBody = (status: number, message: unknown) => ({
  statusCode: status,
  message,
  error: REASON_PHRASES[status],
});

/** Result of an operation over GraphQL. */
export interface Outcome {
  // biome-ignore lint/suspicious/noExplicitAny: tests state the shape they expect
  data?: any;
  code?: string;
  message?: string;
}

/** Path of a call, without its query. */
export const pathOf = ({ rest: { route } }: RoutedOperation, args: Arguments): string =>
  route.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(args[name])));

/** Arguments of a call that are not in its path, under their REST names. */
export const otherArgumentsOf = ({ rest: { otherArguments } }: RoutedOperation, args: Arguments): Arguments =>
  Object.fromEntries(
    otherArguments.flatMap(({ name, argument, memberOf }) => {
      const given = memberOf === undefined ? args : ((args[memberOf] ?? {}) as Arguments);
      return argument.name in given ? [[name, given[argument.name]]] : [];
    }),
  );

/** Calls an operation over REST; `args` have the names of the schema. */
export function callRest(
  app: TestApp,
  operation: RoutedOperation,
  args: Arguments,
  given: Credentials = {},
): Promise<RestResponse> {
  const credentials = credentialsFor(operation, args, given);
  const { method } = operation.rest.route;
  const members = otherArgumentsOf(operation, args);
  if (sendsBody(operation)) return rest(app, method, pathOf(operation, args), { ...credentials, body: members });
  return rest(app, method, `${pathOf(operation, args)}?${queryOf(members)}`, credentials);
}

/** Query with each member, repeated for each item of a list. */
export const queryOf = (members: Arguments): URLSearchParams =>
  new URLSearchParams(
    Object.entries(members).flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)])),
  );

/** Calls an operation over GraphQL and selects the fields that REST returns. */
export async function callGraphql(
  app: TestApp,
  operation: Operation,
  args: Arguments,
  credentials: Credentials = {},
): Promise<Outcome> {
  const { data, errors } = await graphql(
    app,
    documentOf(operation),
    args,
    credentialsFor(operation, args, credentials),
  );
  const [error] = errors ?? [];
  return error ? { code: error.extensions.code, message: error.message } : { data: data[operation.name] };
}
