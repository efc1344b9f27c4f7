import { ownToken } from '../../resolvers/core/access-tokens/own-token.ts';
import { isAdministrator } from '../../resolvers/core/auth/administrators.ts';
import { login } from '../../resolvers/core/auth/login.ts';
import { me } from '../../resolvers/core/auth/me.ts';
import { unlinkOidc } from '../../resolvers/core/auth/oidc-link.ts';
import { register } from '../../resolvers/core/auth/register.ts';
import type { Session } from '../../resolvers/core/auth/sessions.ts';
import { updateMe } from '../../resolvers/core/auth/update-me.ts';
import { grantOf } from '../../resolvers/platform/policies/access.ts';
import { AccessTokenType } from '../access-tokens/access-tokens.ts';
import { builder } from '../builder.ts';
import { addMutation, addQuery } from '../define-operation.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { OrganizationSummary, RoleEnum } from '../organizations/organization-type.ts';
import { UserType } from './user-type.ts';

const Membership = builder.prismaObject('Membership', {
  description: "A user's membership in an organization.",
  fields: (t) => ({
    role: t.expose('role', { type: RoleEnum, description: 'Role of the user in the organization.' }),
    organization: t.relation('organization', {
      type: OrganizationSummary,
      description: 'Organization of the membership.',
    }),
  }),
});

const Viewer = builder.prismaObject('User', {
  variant: 'Viewer',
  description: 'The authenticated user.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    email: t.exposeString('email', { description: 'E-mail address, in lowercase.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time of the account.' }),
    emailVerifiedAt: t.expose('emailVerifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the user verified the e-mail address; null if it is not verified.',
    }),
    isInstallationAdministrator: t.boolean({
      description: 'Whether the user is an administrator of the installation.',
      select: { email: true, emailVerifiedAt: true, administratorSince: true },
      resolve: (user, _args, ctx) => isAdministrator(ctx, user),
    }),
    oidcLinkedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time when the account was linked to the OpenID provider; null if it is not.',
      select: { oidcIdentities: { select: { createdAt: true }, orderBy: { createdAt: 'asc' }, take: 1 } },
      resolve: ({ oidcIdentities }) => oidcIdentities[0]?.createdAt ?? null,
      extensions: GRAPHQL_ONLY,
    }),
    memberships: t.relation('memberships', {
      type: Membership,
      description: 'Memberships of the user, oldest first; with an access token, in the organizations of its projects.',
      query: (_args, ctx) => {
        const projects = grantOf(ctx)?.projects;
        const organizationId = projects && { in: [...new Set(projects.values())] };
        return { where: { organizationId }, orderBy: { createdAt: 'asc' } };
      },
    }),
    accessToken: t.field({
      type: AccessTokenType,
      nullable: true,
      description:
        'The access token of the request: its name, kind, actions, projects and expiry; null for the token of a session.',
      resolve: (_user, _args, ctx) => ownToken(ctx),
    }),
  }),
});

export const AuthSession = builder.objectRef<Session>('AuthSession').implement({
  description: 'A user session with its tokens.',
  fields: (t) => ({
    user: t.expose('user', { type: UserType, description: 'The authenticated user.' }),
    organization: t.field({
      type: OrganizationSummary,
      nullable: true,
      description: 'First organization of the user; null for a user without one.',
      resolve: (session) => session.organization,
    }),
    accessToken: t.exposeString('accessToken', {
      description: 'Access token for the header `Authorization: Bearer …`.',
    }),
    refreshToken: t.exposeString('refreshToken', {
      description: 'Refresh token, valid for 30 days. It cannot be read again.',
    }),
    tokenType: t.exposeString('tokenType', { description: 'Always Bearer.' }),
    expiresIn: t.exposeInt('expiresIn', { description: 'Lifetime of the access token, seconds.' }),
  }),
});

addMutation('register', {
  type: AuthSession,
  description:
    'Creates an account with its first organization and logs in. A mail with a link verifies the address, unless ' +
    'an invitation that was mailed to it is given. CONFLICT when the e-mail address has an account; ' +
    'FORBIDDEN when registration requires an invitation.',
  args: builder.args((t) => ({
    email: t.string({ required: true, description: 'E-mail address, case-insensitive.' }),
    password: t.string({
      required: true,
      description: '8–200 characters; very common passwords are rejected.',
    }),
    name: t.string({ required: true, description: 'Display name, 1–120 characters.' }),
    organizationName: t.string({
      description: 'Name of the organization, 1–120 characters. Default: derived from the name.',
    }),
    invitationToken: t.string({
      description:
        'Token of an invitation to this address, required when the operator has set REGISTRATION=invited. ' +
        'Registering does not accept the invitation.',
    }),
  })),
  rest: { method: 'POST', path: '/auth/register', status: 201, tag: 'Auth', auth: 'none', errorStatuses: [403] },
  throttle: 'auth',
  resolve: register,
});

addMutation('login', {
  type: AuthSession,
  description:
    'Logs in. A wrong password and an unknown e-mail address get the same UNAUTHENTICATED. RATE_LIMITED after 10 ' +
    'wrong passwords for one address in 15 minutes.',
  args: builder.args((t) => ({
    email: t.string({ required: true, description: 'E-mail address.' }),
    password: t.string({ required: true, description: 'Password.' }),
  })),
  rest: { method: 'POST', path: '/auth/login', tag: 'Auth', auth: 'none', errorStatuses: [401] },
  throttle: 'auth',
  resolve: login,
});

addQuery('me', {
  type: Viewer,
  description:
    'The authenticated user with their organizations. With the access token of a project, its service account. ' +
    '`accessToken` says what the token of the request may do.',
  rest: { method: 'GET', path: '/auth/me', tag: 'Auth' },
  acceptsTokens: true,
  resolve: me,
});

addMutation('updateMe', {
  type: Viewer,
  description:
    'Updates the name and e-mail address of the authenticated user. Existing feedback keeps the name at the time ' +
    'of writing. A new address invalidates pending password resets, keeps all sessions and is unverified until ' +
    'its mail is confirmed; the previous address is notified, and the change is recorded in the audit trail of each organization. CONFLICT when the address ' +
    'has an account.',
  args: builder.args((t) => ({
    name: t.string({ description: 'Display name, 1–120 characters.' }),
    email: t.string({ description: 'E-mail address, case-insensitive.' }),
    currentPassword: t.string({
      description:
        'Required when the address changes, otherwise ignored. At most 10 wrong passwords in 15 minutes, as for logins.',
    }),
  })),
  rest: { method: 'PATCH', path: '/auth/me', tag: 'Auth' },
  throttle: 'auth',
  resolve: updateMe,
});

addMutation('unlinkOidc', {
  type: Viewer,
  description:
    'Ends the link of the account with the OpenID provider; does nothing for an account without one. The ' +
    'password remains as the way to log in. Recorded in the audit trail of each organization.',
  args: builder.args((t) => ({
    currentPassword: t.string({
      required: true,
      description: 'Current password. At most 10 wrong passwords in 15 minutes, as for logins.',
    }),
  })),
  rest: { method: 'POST', path: '/auth/unlink-oidc', tag: 'Auth' },
  throttle: 'auth',
  resolve: unlinkOidc,
});
