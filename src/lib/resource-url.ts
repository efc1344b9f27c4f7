/** Paths of the resources. A token of a connected app is for one of them. */
const PATHS = {
  /** GraphQL, REST and WebSockets. */
  api: '/graphql',
  /** Tools for agents. */
  mcp: '/mcp',
} as const;

export type Resource = keyof typeof PATHS;

export const RESOURCES = Object.keys(PATHS) as readonly Resource[];

/** Identifier of a resource (RFC 8707), an absolute URL. */
export const resourceUrl = (baseUrl: string, resource: Resource): string => baseUrl + PATHS[resource];
