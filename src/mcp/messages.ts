import type { GraphQLSchema } from 'graphql';
import { badInput } from '../errors.ts';
import { callableOperations } from './operations.ts';
import { toolsOf } from './tools.ts';

/**
 * Parses the messages of a request. Their form is checked by the protocol's package.
 *
 * @returns undefined without a body
 * @throws BAD_USER_INPUT
 */
export function parseMessages(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw badInput('The body is not valid JSON');
  }
}

/** Returns the first action that a called tool needs and an access token does not have. */
export function missingScope(
  schema: GraphQLSchema,
  messages: unknown,
  actions: ReadonlySet<string>,
): string | undefined {
  return [messages]
    .flat()
    .flatMap((message) => neededBy(schema, message))
    .find((action) => !actions.has(action));
}

function neededBy(schema: GraphQLSchema, message: unknown): readonly string[] {
  const { method, params } = Object(message) as { method?: unknown; params?: unknown };
  if (method !== 'tools/call') return [];
  const { name, arguments: args } = Object(params) as { name?: unknown; arguments?: { name?: unknown } };
  const called = name === 'call_operation' && callableOperations(schema).get(String(Object(args).name))?.needs;
  return called ? [called] : (toolsOf(schema).get(String(name))?.needs ?? []);
}
