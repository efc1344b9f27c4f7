import { endSession } from '../../resolvers/auth/end-session.ts';
import { logout } from '../../resolvers/core/auth/logout.ts';
import { listSessions } from '../../resolvers/core/auth/manage-sessions.ts';
import { refresh } from '../../resolvers/core/auth/refresh.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf } from '../connection.ts';
import { Deleted } from '../deleted.ts';
import { itsId } from '../id-arguments.ts';
import { operation } from '../operation.ts';
import { AuthSession } from './accounts.ts';

const tag = 'Auth';

const LoginSession = builder.prismaObject('LoginSession', {
  description: 'A login on one device. It lives as long as its newest refresh token.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'When it was opened or last refreshed.' }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'What the program called itself then, its first 256 characters.',
    }),
    ip: t.exposeString('ip', { nullable: true, description: 'The address that it called from then.' }),
  }),
});

const LoggedOut = builder.objectRef<{ loggedOut: true }>('LoggedOut').implement({
  description: 'Confirms that a session has ended.',
  fields: (t) => ({ loggedOut: t.exposeBoolean('loggedOut', { description: 'Always true.' }) }),
});

builder.mutationField('refresh', (t) =>
  t.field({
    type: AuthSession,
    description:
      'Gives a new pair of tokens and spends the refresh token. For 10 seconds more a spent one gives another pair; ' +
      'after that, using it ends its session. UNAUTHENTICATED when it does not count.',
    args: { refreshToken: t.arg.string({ required: true, description: 'From the last login or refresh.' }) },
    extensions: operation({
      rest: { method: 'POST', path: '/auth/refresh', tag, auth: 'none', refusals: [401] },
      throttle: 'api',
    }),
    resolve: (_root, args, ctx) => refresh(ctx, args),
  }),
);

builder.mutationField('logout', (t) =>
  t.field({
    type: LoggedOut,
    description: 'Ends the session of a refresh token. One that is unknown or ended gets the same answer.',
    args: { refreshToken: t.arg.string({ required: true, description: 'Any that the session was given.' }) },
    extensions: operation({ rest: { method: 'POST', path: '/auth/logout', tag, auth: 'none' }, throttle: 'api' }),
    resolve: (_root, args, ctx) => logout(ctx, args),
  }),
);

builder.queryField('sessions', (t) =>
  t.connection(
    {
      type: LoginSession,
      description: 'The sessions of the calling user that can still be refreshed, newest first.',
      extensions: operation({
        rest: { method: 'GET', path: '/auth/sessions', envelope: 'list', tag },
        throttle: 'api',
      }),
      resolve: (_root, args, ctx) => connectionOf(args, (page) => listSessions(ctx, page)),
    },
    ...connectionNames('LoginSession', 'sessions', 'A session'),
  ),
);

builder.mutationField('endSession', (t) =>
  t.field({
    type: Deleted,
    description: 'Ends a session of the calling user: it cannot be refreshed any more.',
    args: { id: t.arg.id(itsId('session')) },
    extensions: operation({ rest: { method: 'DELETE', path: '/auth/sessions/:id', tag }, throttle: 'api' }),
    resolve: (_root, args, ctx) => endSession(ctx, args.id),
  }),
);
