import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import type { Container } from './container/create-container.ts';
import { type Context, systemContext } from './context.ts';
import { AppError } from './errors.ts';
import { createConnectionSlots } from './graphql/connection-slots.ts';
import { graphqlEndpoint } from './graphql/endpoint.ts';
import { readTrustedOperations } from './graphql/plugins/trusted-operations.ts';
import { createGraphqlServer } from './graphql/server.ts';
import { attachWebSocket } from './graphql/sockets/web-socket.ts';
import { type AddressLimit, withAddressLimit } from './http/address-limits.ts';
import { errorResponse, type RestError, toResponse } from './http/error-response.ts';
import { type BudgetedCall, collectBudget, memoryBudget } from './http/memory-budget.ts';
import {
  createPipeline,
  type Endpoint,
  type HttpCall,
  preflightEndpoint,
  READ,
  withContext,
  withDefaultHeaders,
} from './http/pipeline.ts';
import { OWN_ORIGIN } from './http/response-headers.ts';
import { createRouter, type Route } from './http/router.ts';
import { answerLink } from './http/routes/answers.ts';
import { appLinks } from './http/routes/app-links.ts';
import { invoicePdf, stripeWebhook } from './http/routes/billing.ts';
import { annotationExport } from './http/routes/exports.ts';
import { inboundHook } from './http/routes/inbound-hooks.ts';
import { oauthEndpoints } from './http/routes/oauth.ts';
import { OBJECTS_PATH, storedObject } from './http/routes/objects.ts';
import { personalData } from './http/routes/personal-data.ts';
import { probes } from './http/routes/probes.ts';
import { unsubscribeLink } from './http/routes/unsubscribe.ts';
import { UPLOADS_PATH, upload } from './http/routes/uploads.ts';
import { type FetchCall, fetchTransport, jsonError, jsonTransport } from './http/transports.ts';
import { OAUTH_PATH } from './infrastructure/authorization-server/provider-options.ts';
import { SHORT_PATH } from './infrastructure/storage/signed-urls.ts';
import { createInFlightTracker } from './lib/in-flight-tracker.ts';
import { MCP_PATH } from './mcp/authorization.ts';
import { discoveryEndpoints } from './mcp/documents.ts';
import { mcpEndpoint } from './mcp/endpoint.ts';
import { CONNECT_PATH, createDashboard, DASHBOARD_PATH, PANEL_PATH } from './pages/dashboard.ts';
import { createGraphiqlPage } from './pages/graphiql-page.ts';
import { createGuide, GUIDE_PATH } from './pages/guide.ts';
import { createPages } from './pages/pages.ts';
import { pageHeaders } from './pages/security-policy.ts';
import { type StaticContent, staticContent } from './pages/static-content.ts';
import type { Demo } from './resolvers/addons/demo/ensure-demo.ts';
import { hasAccounts } from './resolvers/addons/demo/has-accounts.ts';
import { isRedesigned } from './resolvers/addons/demo/history/add-history.ts';
import { STAGING_PATH } from './resolvers/addons/demo/history/environments.ts';
import { ANSWER_PATH } from './resolvers/addons/deployments/reporter-answers/answer-url.ts';
import { UNSUBSCRIBE_PATH } from './resolvers/addons/notifications/unsubscribe.ts';
import { APP_LINK_PATH } from './resolvers/core/annotations/links.ts';
import { panelOriginsOf } from './resolvers/core/panel/panel-origins.ts';
import { dashboardSession } from './rest/dashboard-session.ts';
import { fastPathEndpoints } from './rest/fast-path.ts';
import { oidcLogin } from './rest/oidc-login.ts';
import { openApi } from './rest/openapi.ts';
import { panelSession } from './rest/panel-session.ts';
import { restEndpoint } from './rest/rest-api.ts';
import { restOperations } from './rest/routes.ts';
import { schema } from './schema/index.ts';
import { maskError } from './schema/mask-error.ts';

export interface App {
  /** For node:http. */
  listener: RequestListener;
  /** All routes, each with its limit. */
  routes: readonly Pick<Route, 'limit' | 'methods' | 'path'>[];
  /** Resolves when no call is in progress, including calls whose clients have disconnected. */
  settled(): Promise<void>;
  /**
   * Adds GraphQL over WebSocket to a server.
   *
   * @returns closes the sockets
   */
  attachWebSocket(server: Server): { close(): Promise<void> };
}

/** Methods used as labels of metrics; Node's parser accepts thirty more. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Creates the service over HTTP: GraphQL, REST, pages and scripts. Opens no port. */
export function createApp(options: { container: Container; assets: string; version: string; demo?: Demo }): App {
  const { container, assets, demo } = options;
  const { services } = container;
  const { baseUrl } = services.config.http;
  const slots = createConnectionSlots(services.config.sockets);
  const graphiql = createGraphiqlPage(assets);
  const trusted = readTrustedOperations(assets);
  const graphql = createGraphqlServer(services, slots, {
    renderGraphiql: graphiql.render,
    trusted,
    demo,
  });
  /** Executes documents of the service itself, with the limits and the masking of GraphQL. */
  const executeOf = (context: Context) => graphql.getEnveloped(context).execute;
  const pages = createPages({
    config: services.config,
    ...options,
    hasAccounts: () => hasAccounts(systemContext(services)),
    staging: demo && { path: STAGING_PATH, isRedesigned: () => isRedesigned(systemContext(services), demo) },
  });
  const dashboard = createDashboard(join(assets, 'dashboard'), baseUrl);
  const guide = createGuide(join(assets, 'guide'));
  pages.set('/openapi.json', openApiPage({ version: options.version, address: baseUrl }));

  const inFlight = createInFlightTracker();
  const overFetch = fetchTransport(inFlight);
  const stages = { observe, mask: (error: unknown, requestId: string) => maskError(error, { ...services, requestId }) };
  const pipeline = createPipeline({ ...stages, respond: toResponse });
  const ownOriginPipeline = createPipeline({
    ...stages,
    respond: (error: RestError) => toResponse({ ...error, headers: { ...error.headers, ...OWN_ORIGIN } }),
  });
  const jsonPipeline = createPipeline({ ...stages, respond: jsonError });
  const contextual = withContext(services);
  const forAgents = withContext(services, 'mcp');
  const budgeted = memoryBudget();
  const collected = collectBudget();

  /** Route without a context: anonymous, without a limit by address. */
  const open =
    (limit: 'probe' | 'static') =>
    ({ handle, ...endpoint }: Endpoint<Response, FetchCall>): Route => ({
      ...endpoint,
      limit,
      handle: overFetch(pipeline(handle)),
    });
  const withPipeline =
    (middlewares: typeof pipeline, limit: AddressLimit) =>
    ({ handle, ...endpoint }: Endpoint<Response, FetchCall & BudgetedCall>): Route => ({
      ...endpoint,
      limit,
      handle: overFetch(middlewares<FetchCall>(contextual(withAddressLimit(services, limit)(budgeted(handle))))),
    });
  const limited = (limit: AddressLimit) => withPipeline(pipeline, limit);
  /** Route of operations, which count their calls. */
  const operations = (
    { handle, ...endpoint }: Endpoint<Response, FetchCall & BudgetedCall>,
    authenticated = contextual,
  ): Route => ({
    ...endpoint,
    limit: 'operations',
    handle: overFetch(pipeline<FetchCall>(authenticated(budgeted(handle)))),
  });
  const panelPage: Endpoint<Response, FetchCall> = {
    methods: READ,
    path: PANEL_PATH,
    handle: async ({ request, parameters: [projectId = ''] }) =>
      dashboard.panel(request, await panelOriginsOf(services.pool, projectId)),
  };

  const routes: Route[] = [
    ...[
      ...dashboardSession(schema, services.config),
      ...panelSession(services.config),
      ...oidcLogin(services.config),
    ].map(withPipeline(ownOriginPipeline, 'links')),
    ...fastPathEndpoints(schema).map(
      ({ handle, ...endpoint }): Route => ({
        ...endpoint,
        limit: 'operations',
        handle: jsonTransport(jsonPipeline(contextual(collected(handle))), inFlight),
      }),
    ),
    ...probes(container).map(open('probe')),
    ...[...pages, ...dashboard.assets, ...guide.pages].map(([path, page]) =>
      open('static')({ methods: READ, path, handle: ({ request }) => page(request) }),
    ),
    open('static')({ methods: READ, path: CONNECT_PATH, handle: ({ request }) => dashboard.connect(request) }),
    limited('links')(panelPage),
    open('static')({ methods: READ, path: DASHBOARD_PATH, handle: ({ request }) => dashboard.page(request) }),
    open('static')({ methods: READ, path: GUIDE_PATH, handle: ({ request }) => guide.missing(request) }),
    limited('links')(appLinks),
    ...discoveryEndpoints({ baseUrl, version: options.version }).map(open('static')),
    open('static')(preflightEndpoint),
    ...oauthEndpoints(pageHeaders).map(limited('links')),
    operations(graphqlEndpoint(graphql, graphiql.withHeaders)),
    operations(mcpEndpoint({ schema, version: options.version, baseUrl, executeOf, trusted }), forAgents),
    limited('files')(storedObject),
    limited('uploads')(upload),
    ...[inboundHook, stripeWebhook].map(limited('hooks')),
    ...[invoicePdf, unsubscribeLink(pageHeaders), answerLink(pageHeaders), personalData, annotationExport].map(
      limited('links'),
    ),
    operations(restEndpoint(schema, trusted, executeOf)),
  ];

  /** First segments of all paths, as labels of metrics: arbitrary paths must not add labels. */
  const knownSegments = new Set(
    [
      '/graphql',
      OBJECTS_PATH,
      SHORT_PATH,
      APP_LINK_PATH,
      '/exports',
      UNSUBSCRIBE_PATH,
      ANSWER_PATH,
      UPLOADS_PATH,
      '/panel',
      MCP_PATH,
      OAUTH_PATH,
      '/.well-known',
      ...routes.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])),
      ...restOperations(schema).map(({ route: { path } }) => path),
    ].map(firstSegment),
  );

  function observe({ path, method }: HttpCall, status: number, ms: number): void {
    const route = knownSegments.has(firstSegment(path)) ? firstSegment(path) : 'other';
    const label = METHODS.has(method) ? method : 'other';
    services.metrics.httpRequests.observe({ route, method: label, status }, ms / 1000);
  }

  return {
    listener: createRouter(routes),
    routes,
    settled: inFlight.drained,
    attachWebSocket: (server) => attachWebSocket(server, { graphql, services, slots }),
  };
}

/** The OpenAPI document, created by its first request: a start need not wait for it. */
function openApiPage(options: Parameters<typeof openApi>[1]): StaticContent {
  let content: StaticContent | undefined;
  return (request) => {
    content ??= staticContent(Buffer.from(JSON.stringify(openApi(schema, options))), 'application/json');
    return content(request);
  };
}

/** Creates a worker over HTTP: health and metrics. Opens no port. */
export function createWorkerApp(container: Container): Pick<App, 'listener'> {
  const endpoints = probes(container);
  const paths = endpoints.map(({ path }) => path).join(', ');
  const message = `This is a worker: it responds to GET ${paths}. Send other requests to an API process.`;
  const overFetch = fetchTransport(createInFlightTracker());
  const absent = {
    methods: 'any',
    path: /^/,
    handle: () => errorResponse(new AppError('NOT_FOUND', message)),
  } as const;
  const routes = [...endpoints, absent].map(({ handle, ...endpoint }) => ({
    ...endpoint,
    limit: 'probe' as const,
    handle: overFetch(withDefaultHeaders(handle)),
  }));
  return { listener: createRouter(routes) };
}

const firstSegment = (path: string): string => path.split('/')[1] ?? '';
