import { createYoga } from 'graphql-yoga';
import { MIB } from '../lib/bytes.ts';
import type { Demo } from '../resolvers/addons/demo/ensure-demo.ts';
import { schema } from '../schema/index.ts';
import type { Services } from '../services.ts';
import type { HttpContext } from './buffered-body.ts';
import { createDocumentCache } from './document-cache.ts';
import { graphiqlOptions } from './graphiql.ts';
import type { LivePlaces } from './live-places.ts';
import { usePlainBodies } from './plugins/body-encoding.ts';
import { useBoundedStreams } from './plugins/bounded-streams.ts';
import { useCompiledQueries } from './plugins/compiled-queries.ts';
import { useCountedOperations } from './plugins/counted-operations.ts';
import { useDocumentLimits } from './plugins/document-limits.ts';
import { useWordedRefusals } from './plugins/http-error-bodies.ts';
import { useKeyedCreates } from './plugins/idempotency-key.ts';
import { useMasking } from './plugins/masking.ts';
import { useMeasuredAnswers } from './plugins/measured-responses.ts';
import { useSharedResults } from './plugins/shared-results.ts';

/** Bytes. */
const MAX_BODY = MIB;
/** Broken documents are not worth their memory. */
const NO_CACHE = { get: () => undefined, set: () => undefined };

/**
 * The GraphQL engine behind HTTP, server-sent events, WebSocket and REST: one set of masking, limits and context. The
 * caller passes the request's Context as server context, with a share for its body.
 */
export function createGraphqlServer(
  services: Services,
  places: LivePlaces,
  options: { graphiqlPage: (options?: object) => string; demo?: Demo },
) {
  return createYoga<HttpContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    batching: false,
    // Nothing of the schema takes a file.
    multipart: false,
    // The whole server answers preflights, in src/app.ts.
    cors: false,
    logging: false,
    maxRequestBodySize: MAX_BODY,
    graphiql: graphiqlOptions(services, options.demo),
    renderGraphiQL: options.graphiqlPage,
    maskedErrors: false,
    parserAndValidationCache: { documentCache: createDocumentCache(), errorCache: NO_CACHE },
    plugins: [
      useBoundedStreams(places),
      useMasking(services),
      useCountedOperations(),
      usePlainBodies(),
      useWordedRefusals(),
      useDocumentLimits({ hideSuggestions: services.config.production }),
      useKeyedCreates(),
      useCompiledQueries(),
      useSharedResults(),
      useMeasuredAnswers(),
    ],
  });
}

export type GraphqlServer = ReturnType<typeof createGraphqlServer>;
