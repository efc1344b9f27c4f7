import type { Action } from '../resolvers/platform/policies/roles.ts';

/** Sections of the API's documentation, in their order, with descriptions. */
export const TAGS = {
  Auth: 'Accounts, sessions and passwords.',
  'Access tokens': 'Tokens for programs, personal and of projects.',
  Organizations: 'Workspaces with their members, invitations and audit trail.',
  Projects: 'One website or application each, with its key and its embed script.',
  Environments: "Deployments of a project's website, such as staging and production.",
  Annotations: 'Feedback pinned to elements of pages, with its replies and history.',
  Public:
    'Operations for visitors of a website, authorized by the project key. The overlay and the embed script use them.',
  Notifications: 'Notifications of members, their preferences, and watched threads.',
  Snapshots: 'Captured pages and visual comparisons.',
  Deployments: 'Captures of an environment after a deployment, compared with baselines and annotations.',
  Activity: 'Data collected by the embed script: views, clicks, sessions and page structures.',
  Imports: 'Comments, projects and members from other tools.',
  Webhooks: 'Signed event notifications and their deliveries.',
  Integrations: 'Connections to issue trackers and chat channels.',
  Billing: 'Plans, subscriptions, usage and invoices.',
  'Personal data': 'Export and erasure of a person.',
  Installation: 'Users, organizations, mails and failed jobs of the installation, for its administrators.',
} as const;

/** REST route of a root field. `src/rest` derives routes, allow-list and OpenAPI from it. */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` is a path parameter with the name of an argument. */
  path: string;
  /** HTTP status of success. Default: 200. */
  status?: 200 | 201 | 202;
  /**
   * Body of the response. `resource`: the field's value. `list`: the nodes of its connection as an
   * array, with `limit` and `cursor` as query parameters and X-Next-Cursor as header. `data`: the
   * value as member `data`, as in most of /v1. Default: resource.
   */
  envelope?: 'resource' | 'list' | 'data';
  /** Largest body, MiB. Default: 1. */
  maxBodyMiB?: number;
  /** Required members of the body that may be null. */
  requiredNullable?: readonly string[];
  /** Optional arguments of a PATCH that null clears; for others null is rejected. */
  clearable?: readonly string[];
  /** Members of each item of a list; by default, all of the type. */
  members?: readonly string[];
  /**
   * Error statuses in addition to those that follow from arguments, `auth` and right: 400 for
   * conflicts with the current state, 401 for a secret among the arguments, 403 for reasons other
   * than a role.
   */
  errorStatuses?: readonly (400 | 401 | 403)[];
  /** Section of the API's documentation. */
  tag: keyof typeof TAGS;
  /** Credential of the client. Default: bearer. `visitor`: the header x-visitor-token. */
  auth?: 'bearer' | 'key' | 'visitor' | 'none';
  /**
   * For frequent requests: calls the resolver without a document and returns its result. The body
   * may be compressed, and text/plain, which needs no preflight.
   */
  fastPath?: true;
}

/**
 * Rate limits of a root field. `api`: per user or access token, or per address without a token.
 * `auth`: per address, for secrets that can be guessed. `project`: per address and per project key.
 * `collect`: per address within a project, then per project; for an unknown key, per address.
 */
export type ThrottleClass = 'api' | 'auth' | 'project' | 'collect';

/** A choice of what an answer contains. Each value is a Boolean variable of the document. */
export interface ToolParts {
  /** Name of the tool's argument. */
  argument: string;
  description: string;
  /** Descriptions by value. */
  values: Readonly<Record<string, string>>;
  /** Values without the argument; several only if the argument is a list. */
  default: readonly string[];
  /** Whether the argument is a list of values. */
  isList: boolean;
}

/**
 * Tool for coding agents at /mcp. `src/mcp` derives its input from the variables of the document,
 * and its output from the selection.
 */
export interface AgentTool {
  name: string;
  /** Name for people. */
  title: string;
  /** Text for agents: what it does, when to call it, what to do next. */
  description: string;
  /**
   * GraphQL document, executed with the arguments as variables. Texts that outsiders can write have
   * aliases that begin with `untrusted`; the URLs of pictures to send have aliases that begin with
   * `picture`.
   */
  document: string;
  /** Whether it changes something. Tools delete nothing. */
  isReadOnly: boolean;
  /** Whether a repetition changes nothing more. Default: as `isReadOnly`. */
  isIdempotent?: boolean;
  /** Whether it replaces or removes what was there. Default: no. */
  isDestructive?: true;
  /** Actions beside `needs` of the operation. */
  needsAlso?: readonly Action[];
  /** Length of untrusted texts in the answer, characters. Default: 4 000. */
  maxText?: number;
  parts?: ToolParts;
  /**
   * Whether the pictures of the answer are sent: always, or if the argument `pictures` is true. One
   * beside a `box` is cropped to it. Of `picturePage`, a part is sent that begins at the argument
   * `from`.
   */
  pictures?: 'always' | 'on request';
  /**
   * Query that is repeated after the document, or instead of it if the argument `handle` is given,
   * until the member `done` of its only root field is not null.
   */
  wait?: {
    document: string;
    /** Argument of the tool and variable of the query; the `id` of the document's root field. */
    handle: string;
    done: string;
  };
}

export interface Operation {
  rest?: RestRoute;
  /** Tools for agents, which execute this operation. */
  mcp?: readonly AgentTool[];
  /**
   * Right that the member needs; absent if no role is required. The policies define its roles, the
   * description names the lowest one, and resolvers check it by the same name.
   */
  needs?: Action;
  /** Additional right of some calls, and their description: `for an admin or owner`. */
  needsAlso?: { right: Action; where: string };
  throttle: ThrottleClass;
  /**
   * Whether access tokens may call it, with the action `needs`. All other operations reject them.
   */
  acceptsTokens?: true;
  /** Whether the panel on customers' pages may call it: to read, reply, triage and check. */
  acceptsPanel?: true;
  /** Whether visitors may call it with the token of their annotation instead of a bearer token. */
  acceptsVisitors?: true;
  /** Subscriptions with the same result for all subscribers: one execution serves all. */
  sharedExecution?: true;
}

/** Operation as it is defined; the throttle class defaults to `api`. */
export type OperationDetails = Omit<Operation, 'throttle'> & Partial<Pick<Operation, 'throttle'>>;

/** Creates the `extensions` of a root field. */
export const operation = (details: OperationDetails): { operation: Operation } => ({
  operation: { throttle: 'api', ...details },
});

/** Returns the operation in a field's `extensions`. */
export const operationOf = (field: { extensions?: unknown }): Operation | undefined =>
  (field.extensions as { operation?: Operation } | undefined)?.operation;

/** `extensions` of a field that REST responses omit, or of an argument that REST ignores. */
export const GRAPHQL_ONLY = { graphqlOnly: true } as const;

/**
 * `extensions` of an input object of a query whose members are parameters of their own over REST,
 * under their names. Its route rejects unknown parameters, since a list without the filter that was
 * meant would be misleading.
 */
export const SPREAD_IN_QUERY = { spreadInQuery: true } as const;

export const isSpreadInQuery = (argument: { extensions?: unknown }): boolean =>
  (argument.extensions as Partial<typeof SPREAD_IN_QUERY> | undefined)?.spreadInQuery === true;

export const isGraphqlOnly = (field: { extensions?: unknown }): boolean =>
  (field.extensions as Partial<typeof GRAPHQL_ONLY> | undefined)?.graphqlOnly === true;

/**
 * `extensions` of a field that REST responses omit and whose value depends on the rights of the
 * client, so that results with it are not shared between subscribers.
 *
 * @param needs right of the client, for the description
 */
export const ofViewer = (needs?: Action) => ({ ...GRAPHQL_ONLY, ofViewer: { needs } });

/** Returns the right of a field that depends on the client; undefined for other fields. */
export const viewerOf = (field: { extensions?: unknown }): { needs?: Action } | undefined =>
  (field.extensions as Partial<ReturnType<typeof ofViewer>> | undefined)?.ofViewer;
