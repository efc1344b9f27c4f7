import { type ExecutionResult, GraphQLError } from 'graphql';
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

/** `first` is `limit` over REST, and `after` is `cursor`. */
function withRestName(error: GraphQLError, { otherArguments }: RestOperation): GraphQLError {
  const renamed = otherArguments.find(({ argument }) => error.message.startsWith(`${argument.name}: `));
  if (!renamed || renamed.name === renamed.argument.name) return error;
  return new GraphQLError(renamed.name + error.message.slice(renamed.argument.name.length), {
    extensions: error.extensions,
  });
}
