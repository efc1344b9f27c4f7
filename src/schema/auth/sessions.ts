import { logout } from '../../resolvers/core/auth/logout.ts';
import { endSession, listSessions } from '../../resolvers/core/auth/manage-sessions.ts';
import { refresh } from '../../resolvers/core/auth/refresh.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { AuthSession } from './accounts.ts';

const tag = 'Auth';

const LoginSession = builder.prismaObject('LoginSession', {
  description: 'A session on one device. It expires with its latest refresh token.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the login.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'Time of the login or of the last refresh.' }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'User agent at that time, the first 256 characters.',
    }),
    ip: t.exposeString('ip', { nullable: true, description: 'IP address at that time.' }),
  }),
});

const LoggedOut = builder.objectRef<{ loggedOut: true }>('LoggedOut').implement({
  description: 'Confirmation of a logout.',
  fields: (t) => ({ loggedOut: t.exposeBoolean('loggedOut', { description: 'Always true.' }) }),
});

addMutation('refresh', {
  type: AuthSession,
  description:
    'Exchanges a refresh token for a new pair of tokens. A used token remains valid for 10 more seconds; using ' +
    'it later ends its session. UNAUTHENTICATED when the token is invalid.',
  args: builder.args((t) => ({
    refreshToken: t.string({ required: true, description: 'Refresh token from the last login or refresh.' }),
  })),
  rest: { method: 'POST', path: '/auth/refresh', tag, auth: 'none', errorStatuses: [401] },
  resolve: refresh,
});

addMutation('logout', {
  type: LoggedOut,
  description: 'Ends the session of a refresh token. The response is the same for an unknown or expired token.',
  args: builder.args((t) => ({
    refreshToken: t.string({ required: true, description: 'Any refresh token of the session.' }),
  })),
  rest: { method: 'POST', path: '/auth/logout', tag, auth: 'none' },
  resolve: logout,
});

listOf('sessions', {
  type: LoginSession,
  connection: connectionTypes('LoginSession', 'sessions', 'A session'),
  description: 'Active sessions of the authenticated user, newest first.',
  rest: { path: '/auth/sessions', tag },
  list: (ctx, _args, page) => listSessions(ctx, page),
});

removeOne('endSession', {
  of: 'session',
  description: 'Ends a session of the authenticated user. It can no longer be refreshed.',
  rest: { path: '/auth/sessions/:id', tag },
  resolve: endSession,
});
