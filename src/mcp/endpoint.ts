import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import type { BudgetedCall } from '../http/memory-budget.ts';
import type { Endpoint } from '../http/pipeline.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { FetchCall } from '../http/transports.ts';
import { MIB } from '../lib/bytes.ts';
import { grantOf, missingAction } from '../resolvers/platform/policies/access.ts';
import { countUnresolvedOperation } from '../schema/throttle.ts';
import { assertOwnSite, challengeFor, DEFAULT_SCOPE, MCP_PATH, needsAccessToken } from './authorization.ts';
import { missingScope, parseMessage } from './messages.ts';
import type { Execute } from './run-tool.ts';
import { createServer, type Protocol } from './server.ts';
import { toolsOf } from './tools.ts';

interface Options {
  schema: GraphQLSchema;
  version: string;
  baseUrl: string;
  executeOf: (context: Context) => Execute;
  /** Documents that are compiled. */
  trusted: { trust(document: DocumentNode): void };
}

/** Model Context Protocol over HTTP, for clients of the revisions of 2025 and 2026. No sessions. */
export function mcpEndpoint(options: Options): Endpoint<Response, FetchCall & BudgetedCall> {
  const { schema, baseUrl } = options;
  const challenge = challengeFor(baseUrl);
  let opened: Promise<ReturnType<Protocol['createMcpHandler']>> | undefined;
  return {
    methods: 'any',
    path: new RegExp(`^${MCP_PATH}$`),
    async handle({ request, context, body }) {
      assertOwnSite(context, request.headers.get('host'));
      const grant = grantOf(context);
      if (!grant || grant.isPanel) {
        await countUnresolvedOperation(context);
        const error = request.headers.get('authorization') ? { error: 'invalid_token' } : {};
        return challenge(needsAccessToken(context), { ...error, scope: DEFAULT_SCOPE });
      }
      const message = parseMessage(await readBytes(request, MIB, body));
      const missing = missingScope(schema, message, grant.actions);
      if (missing !== undefined) {
        await countUnresolvedOperation(context);
        return challenge(missingAction(missing), { error: 'insufficient_scope', scope: missing });
      }
      opened ??= openHandler(options);
      const { fetch } = await opened;
      const authInfo = { token: '', clientId: grant.id, scopes: [...grant.actions], extra: { context } };
      const response = await fetch(request, { parsedBody: message, authInfo });
      await countUnresolvedOperation(context);
      return response;
    },
  };
}

/** Imports the package and opens the handler of all requests. */
async function openHandler({ schema, version, executeOf, trusted }: Options) {
  for (const { executed, executedWait } of toolsOf(schema).values()) {
    trusted.trust(executed.document);
    if (executedWait) trusted.trust(executedWait.document);
  }
  const protocol: Protocol = await import('@modelcontextprotocol/server');
  const { createMcpHandler } = protocol;
  return createMcpHandler(
    ({ authInfo }) => {
      const { context } = Object(authInfo?.extra) as { context: Context };
      return createServer(protocol, { schema, execute: executeOf(context), context }, version);
    },
    // Lists do not change while a process runs.
    { maxSubscriptions: 0 },
  );
}
