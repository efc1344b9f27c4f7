import { createYoga } from 'graphql-yoga';
import type { Services } from '../context.ts';
import type { Demo } from '../resolvers/addons/demo/ensure-demo.ts';
import { schema } from '../schema/index.ts';
import type { HttpContext } from './buffered-body.ts';
import type { ConnectionSlots } from './connection-slots.ts';
import { createDocumentCache } from './document-cache.ts';
import { graphiqlOptions } from './graphiql.ts';
import { useBodyEncoding } from './plugins/body-encoding.ts';
import { useBoundedStreams } from './plugins/bounded-streams.ts';
import { useCompiledQueries } from './plugins/compiled-queries.ts';
import { useCountedOperations } from './plugins/counted-operations.ts';
import { useDocumentLimits } from './plugins/document-limits.ts';
import { useHttpErrorBodies } from './plugins/http-error-bodies.ts';
import { useIdempotencyKey } from './plugins/idempotency-key.ts';
import { useMasking } from './plugins/masking.ts';
import { useMeasuredResponses } from './plugins/measured-responses.ts';
import { useSharedResults } from './plugins/shared-results.ts';
import { useTrustedDocuments } from './plugins/trusted-documents.ts';
import type { TrustedOperations } from './plugins/trusted-operations.ts';

/** Errors of invalid documents are not cached. */
const NO_CACHE = { get: () => undefined, set: () => undefined };

/**
 * Creates the GraphQL engine of HTTP, server-sent events, WebSocket and REST, with one set of
 * plugins. The caller passes the request's Context as server context, with a reservation for its
 * body.
 */
export function createGraphqlServer(
  services: Services,
  slots: ConnectionSlots,
  options: { renderGraphiql: (options?: object) => string; trusted: TrustedOperations; demo?: Demo },
) {
  return createYoga<HttpContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    batching: false,
    // The schema has no uploads.
    multipart: false,
    // Preflights are a route of their own in src/app.ts.
    cors: false,
    logging: false,
    // useBodyEncoding limits bodies as it reads them. Yoga passes each through a stream for that.
    maxRequestBodySize: false,
    graphiql: graphiqlOptions(services, options.demo),
    renderGraphiQL: options.renderGraphiql,
    maskedErrors: false,
    parserAndValidationCache: { documentCache: createDocumentCache(), errorCache: NO_CACHE },
    plugins: [
      useBoundedStreams(slots),
      useMasking(services),
      useCountedOperations(),
      useBodyEncoding(),
      useHttpErrorBodies(),
      useTrustedDocuments(options.trusted),
      useDocumentLimits({ hideSuggestions: services.config.production }),
      useIdempotencyKey(),
      useCompiledQueries(options.trusted),
      useSharedResults(),
      useMeasuredResponses(),
    ],
  });
}

export type GraphqlServer = ReturnType<typeof createGraphqlServer>;
