import { buildOperationNodeForField, filterSchema } from '@graphql-tools/utils';
import { type GraphQLField, type OperationTypeNode, print } from 'graphql';
import { Role } from '../../../src/generated/prisma/client.ts';
import { type Action, can, leastRole } from '../../../src/resolvers/platform/policies/roles.ts';
import { type RestOperation, restOperations } from '../../../src/rest/routes.ts';
import { schema } from '../../../src/schema/index.ts';
import { isGraphqlOnly, operationOf } from '../../../src/schema/operation.ts';

/** A root field of the schema: everything that a caller can ask for. */
export interface Operation {
  kind: 'query' | 'mutation' | 'subscription';
  name: string;
  field: GraphQLField<unknown, unknown>;
  /** Absent: not reachable over REST. */
  rest?: RestOperation;
}

const routes = restOperations(schema);

const operationsOf = (kind: Operation['kind'], type: ReturnType<typeof schema.getQueryType>): Operation[] =>
  Object.values(type?.getFields() ?? {}).map((field) => ({
    kind,
    name: field.name,
    field,
    rest: routes.find((route) => route.kind === kind && route.field.name === field.name),
  }));

/** Every operation, read off the schema: a new one is in every generated suite from its first day. */
export const OPERATIONS: Operation[] = [
  ...operationsOf('query', schema.getQueryType()),
  ...operationsOf('mutation', schema.getMutationType()),
  ...operationsOf('subscription', schema.getSubscriptionType()),
];

/** An operation that REST reaches too. */
export type RoutedOperation = Operation & { rest: RestOperation };

export const ROUTED = OPERATIONS.filter((operation): operation is RoutedOperation => operation.rest !== undefined);

export const sendsBody = ({ rest: { route } }: RoutedOperation): boolean =>
  route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH';

/** Operations that take a token, the ordinary case. Those that do not stand here, each with its reason. */
export const PUBLIC: Record<string, string> = {
  register: 'makes the account that a token belongs to',
  login: 'gives the token',
  refresh: 'gives the next token for a refresh token',
  logout: 'ends the session of a refresh token',
  requestPasswordReset: 'for those who cannot log in',
  confirmPasswordReset: 'the mailed token proves who calls',
  plans: 'a list of prices',
  createPublicAnnotation: 'visitors have a project key, no account',
  publicAnnotations: 'visitors have a project key, no account',
  collect: 'visitors have a project key, no account',
  recordPageEvent: 'visitors have a project key, no account',
  collectSettings: 'visitors have a project key, no account',
  publicAnnotationChanged: 'visitors have a project key, no account',
};

/** Operations on the caller's own account, which no role decides, each with its reason. */
export const PERSONAL: Record<string, string> = {
  me: 'reads the account',
  updateMe: 'changes its name and e-mail address',
  sessions: 'reads its sessions',
  endSession: 'ends a session of its own',
  changePassword: 'changes its password',
  organizations: 'lists its memberships',
  createOrganization: 'makes one of its own',
  acceptInvitation: 'the mailed token gives the right',
};

/** The right that an operation states; undefined where no role decides. */
export const rightOf = ({ field }: Pick<Operation, 'field'>): Action | undefined => operationOf(field)?.needs;

/** The least role that has the right to an operation; undefined where no role decides. */
export function leastRoleOf(operation: Pick<Operation, 'field'>): Role | undefined {
  const right = rightOf(operation);
  return right && leastRole(right);
}

/** The roles that do not suffice for an operation. */
export function rolesBelow(operation: Operation): Role[] {
  const right = rightOf(operation);
  return right ? Object.values(Role).filter((role) => !can(role, right)) : [];
}

/** What takes most away. */
const LAST = ['updateMe', 'deleteWebhook', 'deleteAnnotation', 'deleteProject', 'deleteOrganization'];
const turnOf = ({ name }: Operation) => (/^(delete|remove|revoke)/.test(name) ? 1 : 0) + 2 * (LAST.indexOf(name) + 1);

/** In an order in which all can be called of one world: what takes something away comes after whatever needs it. */
export const inTurn = (operations: Operation[]): Operation[] => [...operations].sort((a, b) => turnOf(a) - turnOf(b));

/** What allowed samples are refused with when they are called so, those that are: no Stripe, and an invoice paid by then. */
export const REFUSED_IN_TURN: Record<string, string> = {
  startCheckout: 'CONFLICT',
  openBillingPortal: 'CONFLICT',
  voidInvoice: 'CONFLICT',
};

export const needsToken = ({ name }: Operation): boolean => !(name in PUBLIC);

/**
 * What REST shows, as a schema: neither fields for GraphQL alone nor the parts of a connection that REST leaves out. Their names
 * are the contract's, so they stand here by themselves: were they taken from src/rest, none could be missed.
 */
const shown = filterSchema({
  schema,
  objectFieldFilter: (_type, name, field) =>
    !isGraphqlOnly(field) && !['edges', 'startCursor', 'hasPreviousPage'].includes(name),
});

const documents = new Map<string, string>();

/** A document that asks for everything that REST shows; its variables have the names of the arguments. */
export function documentOf({ kind, name }: Operation): string {
  const known = documents.get(name);
  if (known) return known;
  const made = print(buildOperationNodeForField({ schema: shown, kind: kind as OperationTypeNode, field: name }));
  documents.set(name, made);
  return made;
}

/** @throws for a name that no route has */
export function routed(name: string): RoutedOperation {
  const found = ROUTED.find((operation) => operation.name === name);
  if (!found) throw new Error(`"${name}" has no route`);
  return found;
}
