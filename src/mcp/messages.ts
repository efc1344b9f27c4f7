import type { GraphQLSchema } from 'graphql';
import { badInput } from '../errors.ts';
import { callableOperations } from './operations.ts';
import { toolsOf } from './tools.ts';

/**
 * Parses the message of a request. Its form is checked by the protocol's package. Batches are
 * rejected: they would count as one call, and revisions of the protocol from 2025-06-18 have none.
 *
 * @returns undefined without a body
 * @throws BAD_USER_INPUT
 */
export function parseMessage(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  let message: unknown;
  try {
    message = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw badInput('The body is not valid JSON');
  }
  if (Array.isArray(message)) throw badInput('Batches are not supported; expected one message, send one per request');
  return message;
}

/** Returns the first action that a called tool needs and an access token does not have. */
export function missingScope(
  schema: GraphQLSchema,
  message: unknown,
  actions: ReadonlySet<string>,
): string | undefined {
  return neededBy(schema, message).find((action) => !actions.has(action));
}

function neededBy(schema: GraphQLSchema, message: unknown): readonly string[] {
  const { method, params } = Object(message) as { method?: unknown; params?: unknown };
  if (method !== 'tools/call') return [];
  const { name, arguments: args } = Object(params) as { name?: unknown; arguments?: { name?: unknown } };
  const called = name === 'call_operation' && callableOperations(schema).get(String(Object(args).name))?.needs;
  return called ? [called] : (toolsOf(schema).get(String(name))?.needs ?? []);
}
