import { login } from '../../resolvers/core/auth/login.ts';
import { me } from '../../resolvers/core/auth/me.ts';
import { register } from '../../resolvers/core/auth/register.ts';
import type { Session } from '../../resolvers/core/auth/sessions.ts';
import { updateMe } from '../../resolvers/core/auth/update-me.ts';
import { builder } from '../builder.ts';
import { operation } from '../operation.ts';
import { OrganizationSummary, RoleEnum } from '../organizations/organization-type.ts';
import { UserType } from './user-type.ts';

const Membership = builder.prismaObject('Membership', {
  description: 'A user in an organization, with a role.',
  fields: (t) => ({
    role: t.expose('role', { type: RoleEnum, description: 'What the user may do there.' }),
    organization: t.relation('organization', { type: OrganizationSummary, description: 'Where.' }),
  }),
});

const Viewer = builder.prismaObject('User', {
  variant: 'Viewer',
  description: 'The calling user.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    email: t.exposeString('email', { description: 'E-mail address, in lower case.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
    memberships: t.relation('memberships', {
      type: Membership,
      description: 'The organizations of the user, the first joined first.',
      query: { orderBy: { createdAt: 'asc' } },
    }),
  }),
});

export const AuthSession = builder.objectRef<Session>('AuthSession').implement({
  description: 'A fresh login.',
  fields: (t) => ({
    user: t.expose('user', { type: UserType, description: 'Who logged in.' }),
    organization: t.field({
      type: OrganizationSummary,
      nullable: true,
      description: 'The first organization of the user; null for a user without one.',
      resolve: (session) => session.organization,
    }),
    accessToken: t.exposeString('accessToken', { description: 'For the header `Authorization: Bearer …`.' }),
    refreshToken: t.exposeString('refreshToken', {
      description: 'Valid 30 days. It is shown here alone: keep it safe.',
    }),
    tokenType: t.exposeString('tokenType', { description: 'Always Bearer.' }),
    expiresIn: t.exposeInt('expiresIn', { description: 'Lifetime of the access token, seconds.' }),
  }),
});

builder.mutationField('register', (t) =>
  t.field({
    type: AuthSession,
    description:
      'Makes an account with its first organization and logs in. CONFLICT when the e-mail has an account; FORBIDDEN where only invited people can register.',
    args: {
      email: t.arg.string({ required: true, description: 'E-mail address; compared without regard to case.' }),
      password: t.arg.string({
        required: true,
        description: '8–200 characters; the most common passwords are refused.',
      }),
      name: t.arg.string({ required: true, description: 'Display name, 1–120 characters.' }),
      organizationName: t.arg.string({
        description: 'Name of the organization, 1–120 characters. Default: made from the name.',
      }),
      invitationToken: t.arg.string({
        description:
          'The token of the mail that invites this address: needed where the operator has set REGISTRATION=invited. The invitation is accepted afterwards.',
      }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/auth/register', status: 201, tag: 'Auth', auth: 'none', refusals: [403] },
      throttle: 'auth',
    }),
    resolve: (_root, args, ctx) => register(ctx, args),
  }),
);

builder.mutationField('login', (t) =>
  t.field({
    type: AuthSession,
    description:
      'Logs in. A wrong password and an unknown e-mail get the same UNAUTHENTICATED. RATE_LIMITED after 10 wrong passwords for one address in 15 minutes.',
    args: {
      email: t.arg.string({ required: true, description: 'E-mail address.' }),
      password: t.arg.string({ required: true, description: 'Password.' }),
    },
    extensions: operation({
      rest: { method: 'POST', path: '/auth/login', tag: 'Auth', auth: 'none', refusals: [401] },
      throttle: 'auth',
    }),
    resolve: (_root, args, ctx) => login(ctx, args),
  }),
);

builder.queryField('me', (t) =>
  t.field({
    type: Viewer,
    description: 'The calling user with the organizations it belongs to.',
    extensions: operation({ rest: { method: 'GET', path: '/auth/me', tag: 'Auth' }, throttle: 'api' }),
    resolve: (_root, _args, ctx) => me(ctx),
  }),
);

builder.mutationField('updateMe', (t) =>
  t.field({
    type: Viewer,
    description:
      'Changes name and e-mail address of the calling user; what is left out stays. What was written before keeps the name of ' +
      'its day. Another address ends no session, but mailed password resets; the former one gets a mail, and the audit trail of ' +
      'each organization says so. CONFLICT when it has an account.',
    args: {
      name: t.arg.string({ description: 'Display name, 1–120 characters.' }),
      email: t.arg.string({ description: 'E-mail address; compared without regard to case.' }),
      currentPassword: t.arg.string({
        description:
          'Needed for another address, else not looked at. 10 wrong ones in 15 minutes are the most, as for logins.',
      }),
    },
    extensions: operation({
      rest: { method: 'PATCH', path: '/auth/me', tag: 'Auth' },
      throttle: 'auth',
    }),
    resolve: (_root, args, ctx) => updateMe(ctx, args),
  }),
);
