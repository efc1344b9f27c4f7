import type { Action } from '../resolvers/platform/policies/roles.ts';

/** Headings of the API's documentation, in its order, and what stands under each. */
export const TAGS = {
  Auth: 'Accounts, sessions and passwords.',
  Organizations: 'Workspaces: their members and invitations, and what was done in them.',
  Projects: 'One website or application each, with its key and its embed script.',
  Environments: 'Where a project is served, such as staging and production.',
  Annotations: 'Feedback pinned to elements of pages, with its replies and history.',
  Public: 'What visitors of a website may do, by its project key: the overlay and the embed script call these.',
  Snapshots: 'Pictures of pages, and what differs between two.',
  Activity: 'What the embed script has collected: views, clicks, sessions and page structures.',
  Imports: 'Comments, projects and members from other tools.',
  Webhooks: 'Signed notifications of what happens, and what became of each delivery.',
  Integrations: 'Connections to trackers and channels of third parties.',
  Billing: 'Plans, subscriptions, usage and invoices.',
} as const;

/** How a root field stands on REST. `src/rest` derives routes, allow-list and OpenAPI from these. */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` marks a path parameter; it has the name of an argument. */
  path: string;
  /** HTTP status of success. Default: 200. */
  status?: 200 | 201 | 202;
  /**
   * What is answered: `resource` the field's value itself; `list` the nodes of its connection as an array, with
   * `limit` and `cursor` as query parameters and X-Next-Cursor as header; `data` the value as member `data`, as
   * most of /v1 answers. Default: resource.
   */
  envelope?: 'resource' | 'list' | 'data';
  /** The largest body, MiB. Default: 1. */
  maxBodyMiB?: number;
  /** Members of the body that must be sent although they may be null. */
  evenIfNull?: readonly string[];
  /** For lists: the members of each item, where they are fewer than the type's. */
  members?: readonly string[];
  /**
   * Statuses of refusals that neither the arguments nor `auth` nor the right explain: 400 where how things stand
   * refuses, 401 where a secret among the arguments proves who calls, 403 where something other than a role refuses.
   */
  refusals?: readonly (400 | 401 | 403)[];
  /** Heading in the API's documentation. */
  tag: keyof typeof TAGS;
  /** How the caller proves who it is. Default: bearer. */
  auth?: 'bearer' | 'key' | 'none';
  /**
   * For calls that come by the thousand: the field is called without a document, and what its resolver gives is the answer.
   * The body may be text/plain, which needs no preflight, and compressed.
   */
  direct?: true;
}

/**
 * Which limits count the calls of a root field: `api` per user, or per address without a token; `auth` per address, for
 * guessable secrets; `project` per project key and per address; `collect` per address within a project, then per project; an unknown
 * key per address.
 */
export type ThrottleClass = 'api' | 'auth' | 'project' | 'collect';

export interface Operation {
  rest?: RestRoute;
  /**
   * The right that the calling member needs; absent where no role decides. The policies say which role has it, the
   * description says so by itself, and resolvers ask for it by the same name.
   */
  needs?: Action;
  /** A right that some calls need beside `needs`, and which: `for an admin or owner`. */
  needsAlso?: { right: Action; where: string };
  throttle: ThrottleClass;
  /** Subscriptions: whoever may open it gets the same answer to the same selection, so one execution serves all. */
  sameForAll?: true;
}

/** Stands in the `extensions` of every root field. */
export const operation = (details: Operation): { operation: Operation } => ({ operation: details });

/** What `operation` has put on a field. */
export const operationOf = (field: { extensions?: unknown }): Operation | undefined =>
  (field.extensions as { operation?: Operation } | undefined)?.operation;

/** In the `extensions` of a type's field: REST answers leave it out. */
export const GRAPHQL_ONLY = { graphqlOnly: true } as const;

export const isGraphqlOnly = (field: { extensions?: unknown }): boolean =>
  (field.extensions as Partial<typeof GRAPHQL_ONLY> | undefined)?.graphqlOnly === true;
