import { type ExecutionResult, GraphQLError } from 'graphql';
import { type FieldProblem, fieldsText } from '../errors.ts';
import type { RestOperation } from './routes.ts';

interface Connection {
  nodes: Record<string, unknown>[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Converts a result to the operation's envelope, and its errors to the argument names of REST. */
export function toRestResult(
  operation: RestOperation,
  result: ExecutionResult,
  onNextCursor: (cursor: string) => void,
): ExecutionResult {
  const { field, route } = operation;
  if (result.errors) return { errors: result.errors.map((error) => withRestName(error, operation)) };
  if (!result.data) return result;
  if (route.envelope === 'data') return { data: { [field.name]: { data: result.data[field.name] } } };
  if (route.envelope !== 'list') return result;
  const { nodes, pageInfo } = result.data[field.name] as Connection;
  if (pageInfo.hasNextPage && pageInfo.endCursor) onNextCursor(pageInfo.endCursor);
  const { members } = route;
  const items = members ? nodes.map((node) => Object.fromEntries(members.map((name) => [name, node[name]]))) : nodes;
  return { data: { [field.name]: items } };
}

/** `first` is `limit` over REST, `after` is `cursor`, and `filter.text` is `text`. */
function withRestName(error: GraphQLError, { otherArguments }: RestOperation): GraphQLError {
  const sent = error.extensions.fields as readonly FieldProblem[] | undefined;
  if (!sent) return error;
  const fields = sent.map((problem) => {
    const [first = '', ...rest] = problem.path.split('.');
    if (otherArguments.some(({ memberOf }) => memberOf === first)) return { ...problem, path: rest.join('.') };
    const renamed = otherArguments.find(({ argument, memberOf }) => !memberOf && argument.name === problem.path);
    return renamed ? { ...problem, path: renamed.name } : problem;
  });
  return new GraphQLError(fieldsText(fields), { extensions: { ...error.extensions, fields } });
}
