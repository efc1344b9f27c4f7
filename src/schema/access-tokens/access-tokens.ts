import type { AccessToken } from '../../resolvers/core/access-tokens/access-token.ts';
import {
  createPersonalToken,
  listPersonalTokens,
  revokePersonalToken,
  updatePersonalToken,
} from '../../resolvers/core/access-tokens/personal-tokens.ts';
import {
  createProjectToken,
  listProjectTokens,
  revokeProjectToken,
  updateProjectToken,
} from '../../resolvers/core/access-tokens/project-tokens.ts';
import { listServiceAccounts, type ServiceAccount } from '../../resolvers/core/access-tokens/service-accounts.ts';
import { TOKEN_PRESETS, type TokenPreset } from '../../resolvers/platform/policies/token-actions.ts';
import { builder } from '../builder.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { parentId, resourceId } from '../id-arguments.ts';
import { RoleEnum } from '../organizations/organization-type.ts';
import { connectionOf } from '../related.ts';
import { PipelineInput, PipelineType } from './pipeline-types.ts';

/** Rights that each preset gives. */
export const PRESETS = {
  read: 'Reads projects, annotations, snapshots and activity.',
  comment: 'Also writes annotations and replies.',
  fix: 'Also reads diagnostics, and changes, assigns and resolves annotations.',
  ci: 'Reads as `read` does, with diagnostics, creates and compares snapshots, and starts deployments.',
} as const satisfies Record<TokenPreset, string>;

const PresetEnum = builder.enumType('AccessTokenPreset', {
  description: 'Named list of actions of an access token.',
  values: Object.fromEntries(
    Object.entries(PRESETS).map(([name, description]) => [
      name,
      { description: `${description} Actions: ${TOKEN_PRESETS[name as TokenPreset].join(', ')}.` },
    ]),
  ) as { [Preset in TokenPreset]: { description: string } },
});

const TokenRoleEnum = builder.enumType('ProjectTokenRole', {
  description: 'Role of a project token.',
  values: {
    editor: { description: 'The rights of an editor.' },
    viewer: { description: 'Read access.' },
  } as const,
});

const TokenKindEnum = builder.enumType('AccessTokenKind', {
  description: 'Kind of an access token.',
  values: {
    personal: { description: 'The token has the rights of a user.' },
    project: { description: 'The token has the rights of its own role, and belongs to an organization.' },
  } as const,
});

/** Fields about the last use of a token. */
export const LAST_USE = {
  at: {
    type: 'DateTime',
    nullable: true,
    description: 'Time of the last use, to the minute; null before the first.',
  },
  network: {
    nullable: true,
    description: 'Network of that use: an IPv4 address, or the /64 network of an IPv6 address.',
  },
  client: { nullable: true, description: 'User agent of that use, the first 256 characters.' },
} as const;

/** Token of a program. */
export const AccessTokenType = builder.objectRef<AccessToken>('AccessToken').implement({
  description:
    'A token for programs, sent as `Authorization: Bearer pbt_…`. A personal token has the rights of its owner at that time, ' +
    'a project token those of its own role, both limited to its actions and projects.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID; rows that the token writes name it as `via`.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    kind: t.field({
      type: TokenKindEnum,
      description: 'Kind of the token.',
      resolve: ({ organizationId }) => (organizationId === null ? 'personal' : 'project'),
    }),
    token: t.exposeString('token', {
      nullable: true,
      description: 'The token itself: only in the response of its creation, null otherwise and for pipelines.',
    }),
    pipeline: t.expose('pipeline', {
      type: PipelineType,
      nullable: true,
      description: 'Pipelines that exchange their ID tokens for tokens with its rights; null for a token to copy.',
    }),
    prefix: t.exposeString('prefix', { description: 'First 8 characters of the token.' }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description: 'UUID of the organization of a project token; null for a personal one.',
    }),
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'Role of a project token; null for a personal one, whose owner has a role.',
    }),
    userId: t.exposeID('userId', {
      description: 'UUID of the author of what the token writes: its owner, or the service account of a project token.',
    }),
    createdById: t.exposeID('createdById', {
      nullable: true,
      description: 'UUID of the user who created it; null after the account was deleted.',
    }),
    actions: t.exposeStringList('actions', { description: 'Actions, sorted.' }),
    allProjects: t.exposeBoolean('allProjects', { description: 'Whether it has all projects, including later ones.' }),
    projectIds: t.exposeIDList('projectIds', {
      description: 'UUIDs of the listed projects; empty for a token with all projects.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Time at which it stops working.' }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of its revocation; null before.',
    }),
    lastUsedAt: t.expose('lastUsedAt', LAST_USE.at),
    lastUsedNetwork: t.exposeString('lastUsedNetwork', LAST_USE.network),
    lastUsedClient: t.exposeString('lastUsedClient', LAST_USE.client),
  }),
});

const DESCRIPTIONS = {
  name: 'Display name, 1–120 characters.',
  preset: 'Named list of actions; `actions` extends it.',
  actions: 'Actions, at least one without a preset: names of the policy table in docs/access-tokens.md.',
  allProjects: 'Whether it has all projects, including later ones.',
  projectIds: 'UUIDs of its projects, 1–500; omit it with allProjects.',
} as const;

const newTokenArgs = builder.args((t) => ({
  name: t.string({ required: true, description: DESCRIPTIONS.name }),
  preset: t.field({ type: PresetEnum, description: DESCRIPTIONS.preset }),
  actions: t.stringList({ description: DESCRIPTIONS.actions }),
  allProjects: t.boolean({ description: DESCRIPTIONS.allProjects }),
  projectIds: t.idList({ description: DESCRIPTIONS.projectIds }),
  expiresAt: t.field({ type: 'DateTime', description: 'Expiry, at most a year ahead. Default: in 90 days.' }),
}));

const changedTokenArgs = builder.args((t) => ({
  id: t.id(resourceId('access token')),
  name: t.string({ description: DESCRIPTIONS.name }),
  preset: t.field({ type: PresetEnum, description: DESCRIPTIONS.preset }),
  actions: t.stringList({ description: DESCRIPTIONS.actions }),
  allProjects: t.boolean({ description: DESCRIPTIONS.allProjects }),
  projectIds: t.idList({ description: DESCRIPTIONS.projectIds }),
}));

const tag = 'Access tokens';

const AccessTokenEdge = builder.edgeObject({
  name: 'AccessTokenEdge',
  description: 'An access token in a list.',
  type: AccessTokenType,
});
const AccessTokenConnection = builder.connectionObject(
  { name: 'AccessTokenConnection', description: 'A page of access tokens.', type: AccessTokenType },
  AccessTokenEdge,
);

addMutation('createPersonalToken', {
  type: AccessTokenType,
  description:
    'Creates an access token of the authenticated user. Only this response has the token. CONFLICT with 50 active ones.',
  args: newTokenArgs,
  rest: { method: 'POST', path: '/auth/access-tokens', status: 201, tag },
  resolve: createPersonalToken,
});

listOf('personalTokens', {
  type: AccessTokenType,
  connection: [AccessTokenConnection, AccessTokenEdge],
  description: 'Access tokens of the authenticated user, newest first, expired and revoked ones included.',
  rest: { path: '/auth/access-tokens', tag },
  list: (ctx, _args, page) => listPersonalTokens(ctx, page),
});

addMutation('updatePersonalToken', {
  type: AccessTokenType,
  description: 'Updates the given fields of an access token of the authenticated user. Its open streams end.',
  args: changedTokenArgs,
  rest: { method: 'PATCH', path: '/auth/access-tokens/:id', tag },
  resolve: (ctx, { id, ...changes }) => updatePersonalToken(ctx, id, changes),
});

removeOne('revokePersonalToken', {
  of: 'access token',
  description: 'Revokes an access token of the authenticated user. Its open streams end.',
  rest: { path: '/auth/access-tokens/:id', tag },
  resolve: revokePersonalToken,
});

addMutation('createProjectToken', {
  type: AccessTokenType,
  description:
    'Creates an access token that belongs to the organization and outlives its creator. It writes as a service account ' +
    'with its name; the account is not a member, and annotations can be assigned to it if the token has ' +
    'annotation.change. Only this response has the token. CONFLICT with 100 active ones.',
  args: {
    ...builder.args((t) => ({
      organizationId: t.id(parentId('organization')),
      role: t.field({ type: TokenRoleEnum, required: true, description: 'Role of the token, which cannot change.' }),
      pipeline: t.field({
        type: PipelineInput,
        description: 'Pipelines that exchange their ID tokens. The response then has no token to copy.',
      }),
    })),
    ...newTokenArgs,
  },
  rest: { method: 'POST', path: '/access-tokens', status: 201, tag },
  needs: 'token.manage',
  resolve: createProjectToken,
});

listOf('projectTokens', {
  type: AccessTokenType,
  connection: [AccessTokenConnection, AccessTokenEdge],
  description: 'Project tokens of an organization, newest first, expired and revoked ones included.',
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')) })),
  rest: { path: '/access-tokens/organization/:organizationId', tag },
  needs: 'token.manage',
  list: (ctx, args, page) => listProjectTokens(ctx, args.organizationId, page),
});

addMutation('updateProjectToken', {
  type: AccessTokenType,
  description: 'Updates the given fields of a project token. Its open streams end.',
  args: changedTokenArgs,
  rest: { method: 'PATCH', path: '/access-tokens/:id', tag },
  needs: 'token.manage',
  resolve: (ctx, { id, ...changes }) => updateProjectToken(ctx, id, changes),
});

removeOne('revokeProjectToken', {
  of: 'access token',
  description:
    'Revokes a project token. Its open streams end, and its annotations are unassigned; what it wrote stays.',
  rest: { path: '/access-tokens/:id', tag },
  needs: 'token.manage',
  resolve: revokeProjectToken,
});

const ServiceAccountType = builder.objectRef<ServiceAccount>('ServiceAccount').implement({
  description: 'The user that a project token writes as. It is not a member.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID of the user, as used for assignments.' }),
    name: t.exposeString('name', { description: 'Display name: that of the access token.' }),
    accessTokenId: t.exposeID('accessTokenId', {
      description: 'UUID of the access token; rows that it writes name it as `via`.',
    }),
    role: t.expose('role', { type: RoleEnum, description: 'Role of the access token.' }),
    allProjects: t.exposeBoolean('allProjects', { description: 'Whether it has all projects, including later ones.' }),
    projectIds: t.exposeIDList('projectIds', {
      description: 'UUIDs of its projects if `allProjects` is false. Lists only projects that you have.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time at which the access token stops working.',
    }),
  }),
});

listOf('serviceAccounts', {
  type: ServiceAccountType,
  connection: connectionOf(ServiceAccountType, 'ServiceAccount', 'service accounts', 'A service account'),
  description:
    'Service accounts of an organization to which annotations can be assigned, newest first: those of active project ' +
    'tokens with annotation.change.',
  args: builder.args((t) => ({ organizationId: t.id(parentId('organization')) })),
  rest: { path: '/organizations/:organizationId/service-accounts', tag },
  needs: 'member.read',
  acceptsTokens: true,
  acceptsPanel: true,
  list: (ctx, args, page) => listServiceAccounts(ctx, args.organizationId, page),
});
