import { buildOperationNodeForField, filterSchema } from '@graphql-tools/utils';
import {
  type GraphQLField,
  getNamedType,
  isInterfaceType,
  type OperationDefinitionNode,
  type OperationTypeNode,
  print,
  visit,
} from 'graphql';
import { Role } from '../../../src/generated/prisma/client.ts';
import { type Action, can, describeRoles, leastRole } from '../../../src/resolvers/platform/policies/roles.ts';
import { type RestOperation, restOperations } from '../../../src/rest/routes.ts';
import { schema } from '../../../src/schema/index.ts';
import { isGraphqlOnly, operationOf, viewerOf } from '../../../src/schema/operation.ts';

/** A root field of the schema. */
export interface Operation {
  kind: 'query' | 'mutation' | 'subscription';
  name: string;
  field: GraphQLField<unknown, unknown>;
  /** Undefined for operations without a REST route. */
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

/** Every operation of the schema. A new one is tested by every generated suite. */
export const OPERATIONS: Operation[] = [
  ...operationsOf('query', schema.getQueryType()),
  ...operationsOf('mutation', schema.getMutationType()),
  ...operationsOf('subscription', schema.getSubscriptionType()),
];

/** An operation with a REST route. */
export type RoutedOperation = Operation & { rest: RestOperation };

export const ROUTED = OPERATIONS.filter((operation): operation is RoutedOperation => operation.rest !== undefined);

export const sendsBody = ({ rest: { route } }: RoutedOperation): boolean =>
  route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH';

/** Operations without a token, each with its reason; all others require one. */
export const PUBLIC: Record<string, string> = {
  register: 'creates the account',
  login: 'issues the token',
  refresh: 'issues a new token for a refresh token',
  logout: 'ends the session of a refresh token',
  requestPasswordReset: 'for users who cannot log in',
  confirmPasswordReset: 'the mailed token identifies the user',
  confirmEmailVerification: 'the mailed token identifies the user',
  plans: 'a list of prices',
  invitationByToken: 'the token authorizes its holder',
  loginOptions: 'read before the login',
  exchangePipelineToken: 'the ID token identifies the pipeline',
  createPublicAnnotation: 'visitors have a project key, no account',
  addPublicComment: 'visitors have a project key, no account',
  publicAnnotations: 'visitors have a project key, no account',
  updatePublicAnnotation: 'the token of the annotation authorizes the visitor',
  deletePublicAnnotation: 'the token of the annotation authorizes the visitor',
  exchangeVisitorCode: 'the mailed code authorizes the visitor',
  collect: 'visitors have a project key, no account',
  recordPageEvent: 'visitors have a project key, no account',
  collectSettings: 'visitors have a project key, no account',
  publicAnnotationChanged: 'visitors have a project key, no account',
};

/** Operations on the user's own account, which require no role, each with its reason. */
export const PERSONAL: Record<string, string> = {
  me: 'reads the account',
  updateMe: 'changes its name and e-mail address',
  sessions: 'reads its sessions',
  endSession: 'ends a session of its own',
  changePassword: 'changes its password',
  unlinkOidc: 'ends a link of its own',
  requestEmailVerification: 'mails to its address',
  exportMyData: 'exports its data',
  deleteAccount: 'erases it',
  createPersonalToken: 'creates an access token of its own',
  personalTokens: 'lists its access tokens',
  updatePersonalToken: 'changes an access token of its own',
  revokePersonalToken: 'revokes an access token of its own',
  appRequest: 'reads the request of an app, which any member may decide who has its code',
  allowAppRequest: 'connects an app to its own account',
  denyAppRequest: 'denies the request of an app',
  connectedApps: 'lists its connected apps',
  disconnectApp: 'disconnects an app of its own',
  notificationSettings: 'reads its preferences',
  updateNotificationSettings: 'changes its preferences',
  organizations: 'lists its memberships',
  createOrganization: 'creates an organization of its own',
  acceptInvitation: 'the mailed token authorizes the user',
};

/** Operations of administrators of the installation, each with its reason. */
export const ADMINISTRATION: Record<string, string> = {
  installation: 'reads the state of the installation',
  installationChecks: 'checks mail, storage and captures of the installation',
  installationUsers: 'lists accounts of all organizations',
  installationOrganizations: 'lists all organizations',
  mailRecords: 'lists mails of all organizations',
  failedJobs: 'lists jobs of all organizations',
  exportUser: 'exports the data of any user',
  eraseUser: 'erases any user',
};

/** Action that an operation requires; undefined if it requires no role. */
export const requiredAction = ({ field }: Pick<Operation, 'field'>): Action | undefined => operationOf(field)?.needs;

/** Lowest role that is permitted the operation; undefined if it requires no role. */
export function leastRoleOf(operation: Pick<Operation, 'field'>): Role | undefined {
  const action = requiredAction(operation);
  return action && leastRole(action);
}

/** Lowest role that is permitted the operation, and guest if it is, for tables: `editor, guest`. */
export function rolesInTables(operation: Pick<Operation, 'field'>): string {
  const action = requiredAction(operation);
  return action ? describeRoles(action).replace(' or ', ', ') : '';
}

/** Roles that are not permitted the operation. */
export function rolesBelow(operation: Operation): Role[] {
  const action = requiredAction(operation);
  return action ? Object.values(Role).filter((role) => !can(role, action)) : [];
}

/** Operations with the widest effect, called last. */
const MOST_DESTRUCTIVE = [
  'updateMe',
  'updateEnvironment',
  'deleteEnvironment',
  'deleteWebhook',
  'deleteComment',
  'deleteAnnotation',
  'deleteProject',
  'deleteOrganization',
];
const executionRank = ({ name }: Operation) =>
  (/^(delete|remove|revoke|erase)/.test(name) ? 1 : 0) + 2 * (MOST_DESTRUCTIVE.indexOf(name) + 1);

/** Sorts operations so that all can be called on one fixture: deletions come last. */
export const inExecutionOrder = (operations: Operation[]): Operation[] =>
  [...operations].sort((a, b) => executionRank(a) - executionRank(b));

/**
 * Errors of permitted samples that are called in this order: there is no Stripe, the invoice is
 * already paid, the annotation has a reply, and a newer deployment superseded the other.
 */
export const ERRORS_IN_ORDER: Record<string, string> = {
  cancelDeployment: 'CONFLICT',
  startCheckout: 'CONFLICT',
  openBillingPortal: 'CONFLICT',
  voidInvoice: 'CONFLICT',
  deletePublicAnnotation: 'CONFLICT',
};

export const needsToken = ({ name }: Operation): boolean => !(name in PUBLIC);

/**
 * The schema reduced to the fields of REST: no GraphQL-only fields, no connection members that REST
 * omits. Their names are literals and not taken from src/rest, so that the test notices a missing
 * field.
 */
const restVisibleSchema = filterSchema({
  schema,
  objectFieldFilter: (_type, name, field) =>
    !isGraphqlOnly(field) && !['edges', 'startCursor', 'hasPreviousPage'].includes(name),
});

/**
 * The schema without the fields that depend on the rights of the client. They relate most types to
 * each other, so that a document of all fields would exceed the limits; relations.test.ts reads
 * them.
 */
const schemaWithoutRelations = filterSchema({
  schema,
  // A deployment lists 500 verdicts: with their annotations, a document would exceed its limit. The
  // nodes of an edge are those of its connection.
  objectFieldFilter: (type, name, field) =>
    !viewerOf(field) &&
    !(type === 'DeploymentVerdict' && name === 'annotation') &&
    !(type.endsWith('Edge') && name === 'node'),
});

/**
 * A document that selects the fields of an interface; undefined for an operation that returns a
 * type. The fields of all types would exceed the limits.
 */
function documentOfInterface({ kind, name, field }: Operation): string | undefined {
  if (!isInterfaceType(getNamedType(field.type))) return undefined;
  const variables = field.args.map((argument) => `$${argument.name}: ${argument.type}`);
  const given = field.args.map((argument) => `${argument.name}: $${argument.name}`);
  return `${kind} (${variables.join(', ')}) { ${name}(${given.join(', ')}) { __typename id } }`;
}

/** A document that selects every field, also those of related objects. */
export const fullDocument = (operation: Operation): string =>
  documentOfInterface(operation) ?? documentOfType(operation);

const documentOfType = ({ kind, name }: Operation): string =>
  print(
    withoutUnusedVariables(
      buildOperationNodeForField({
        schema: schemaWithoutRelations,
        kind: kind as OperationTypeNode,
        field: name,
        depthLimit: 5,
      }),
    ),
  );

/** The depth limit cuts fields, but not their variables. */
function withoutUnusedVariables(operation: OperationDefinitionNode): OperationDefinitionNode {
  const used = new Set<string>();
  visit(operation.selectionSet, { Variable: ({ name }) => void used.add(name.value) });
  const variableDefinitions = operation.variableDefinitions?.filter(({ variable }) => used.has(variable.name.value));
  return { ...operation, variableDefinitions };
}

const documents = new Map<string, string>();

/** A document that selects every field of REST; its variables have the names of the arguments. */
export function documentOf(operation: Operation): string {
  const { kind, name } = operation;
  const known = documents.get(name);
  if (known) return known;
  const made =
    documentOfInterface(operation) ??
    print(buildOperationNodeForField({ schema: restVisibleSchema, kind: kind as OperationTypeNode, field: name }));
  documents.set(name, made);
  return made;
}

/**
 * Finds an operation by name.
 * @throws for a name without a route
 */
export function routed(name: string): RoutedOperation {
  const found = ROUTED.find((operation) => operation.name === name);
  if (!found) throw new Error(`"${name}" has no route`);
  return found;
}
