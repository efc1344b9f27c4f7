import {
  type AppDecision,
  type AppPreset,
  type AppRequest,
  allowAppRequest,
  denyAppRequest,
  readAppRequest,
} from '../../resolvers/core/connected-apps/app-requests.ts';
import {
  type ConnectedApp,
  disconnectApp,
  listConnectedApps,
} from '../../resolvers/core/connected-apps/connected-apps.ts';
import { LAST_USE, PRESETS } from '../access-tokens/access-tokens.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { addMutation, addQuery, listOf } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';

const tag = 'Access tokens';

const AppPresetNameEnum = builder.enumType('AppPresetName', {
  description: 'Rights that a member can choose for an app that asks, from few to many.',
  values: {
    read: { description: PRESETS.read },
    comment: { description: PRESETS.comment },
    fix: { description: PRESETS.fix },
    requested: { description: 'Everything that the app asks for.' },
  } as const,
});

const AppPresetType = builder.objectRef<AppPreset>('AppPreset').implement({
  description: 'A choice of rights for an app: what a preset shares with the request.',
  fields: (t) => ({
    name: t.expose('name', { type: AppPresetNameEnum, description: 'Name of the choice.' }),
    actions: t.exposeStringList('actions', { description: 'Its actions.' }),
  }),
});

const AppRequestType = builder.objectRef<AppRequest>('AppRequest').implement({
  description: 'The request of an app (an OAuth client) to act for the member. Its name and its id are not verified.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code of the request, or the one that a device shows.' }),
    clientId: t.exposeString('clientId', {
      description: 'Id of the client: the address of its metadata document, or a registered one.',
    }),
    clientName: t.exposeString('clientName', {
      nullable: true,
      description: 'Name that the app gives itself, without control characters, at most 60.',
    }),
    isBuiltIn: t.exposeBoolean('isBuiltIn', { description: 'Whether it is the command line client of this service.' }),
    redirectHost: t.exposeString('redirectHost', {
      nullable: true,
      description: 'Host that receives the code, or the scheme of a program such as `cursor:`; null for a device.',
    }),
    presets: t.field({
      type: [AppPresetType],
      description: 'Choices of rights, from few to many. The last one is everything that it asks for.',
      resolve: ({ presets }) => presets,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Time until which it can be decided.' }),
  }),
});

const AppDecisionType = builder.objectRef<AppDecision>('AppDecision').implement({
  description: 'A decision about the request of an app.',
  fields: (t) => ({
    redirectTo: t.exposeString('redirectTo', {
      nullable: true,
      description: 'Path at which the browser continues; null for a device, which asks for the decision.',
    }),
  }),
});

const ConnectedAppType = builder.objectRef<ConnectedApp>('ConnectedApp').implement({
  description: 'An app that a member allowed to act for them, limited to actions and projects, until a time.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID; rows that the app writes name it as `via`.' }),
    name: t.exposeString('name', { description: 'Name that the app gave itself.' }),
    clientId: t.field({
      type: 'String',
      description: 'Id of its client.',
      resolve: ({ clientId }) => clientId ?? '',
    }),
    redirectHost: t.exposeString('redirectHost', {
      nullable: true,
      description: 'Host that received its code, or the scheme of a program; null for a device.',
    }),
    actions: t.exposeStringList('actions', { description: 'Actions, sorted.' }),
    allProjects: t.exposeBoolean('allProjects', { description: 'Whether it has all projects, also later ones.' }),
    projectIds: t.exposeIDList('projectIds', {
      description: 'UUIDs of the listed projects; empty for an app with all projects.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the consent.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Time until which it is connected.' }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was disconnected; null before.',
    }),
    lastUsedAt: t.expose('lastUsedAt', LAST_USE.at),
    lastUsedNetwork: t.exposeString('lastUsedNetwork', LAST_USE.network),
    lastUsedClient: t.exposeString('lastUsedClient', LAST_USE.client),
  }),
});

const requestCode = { required: true, description: 'Code of the request, or the one that a device shows.' } as const;
const isDevice = {
  description: 'Whether a device shows the code and the member typed it. Default: false. NOT_FOUND for the other kind.',
} as const;

addQuery('appRequest', {
  type: AppRequestType,
  description: 'The request of an app that waits for a decision. NOT_FOUND if it was decided or has expired.',
  args: builder.args((t) => ({ code: t.string(requestCode), isDevice: t.boolean(isDevice) })),
  rest: { method: 'GET', path: '/auth/app-requests/:code', tag },
  throttle: 'auth',
  resolve: readAppRequest,
});

addMutation('allowAppRequest', {
  type: AppDecisionType,
  description:
    'Connects an app to the account of the authenticated user. It has the rights of the user at each time, limited to ' +
    'these actions and projects. CONFLICT with 50 connected apps.',
  args: builder.args((t) => ({
    code: t.string(requestCode),
    isDevice: t.boolean(isDevice),
    actions: t.stringList({ required: true, description: 'Actions, at least one, of those that the app asks for.' }),
    allProjects: t.boolean({ description: 'Whether it has all projects, also later ones.' }),
    projectIds: t.idList({ description: 'UUIDs of its projects, 1–500; omit it with allProjects.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'End, at most a year ahead. Default: in 90 days.' }),
  })),
  rest: { method: 'POST', path: '/auth/app-requests/:code/allow', tag },
  throttle: 'auth',
  resolve: allowAppRequest,
});

addMutation('denyAppRequest', {
  type: AppDecisionType,
  description: 'Denies the request of an app.',
  args: builder.args((t) => ({ code: t.string(requestCode), isDevice: t.boolean(isDevice) })),
  rest: { method: 'POST', path: '/auth/app-requests/:code/deny', tag },
  throttle: 'auth',
  resolve: denyAppRequest,
});

listOf('connectedApps', {
  type: ConnectedAppType,
  connection: connectionTypes('ConnectedApp', 'connected apps', 'A connected app'),
  description: 'Connected apps of the authenticated user, newest first, ended ones included.',
  rest: { path: '/auth/connected-apps', tag },
  list: (ctx, _args, page) => listConnectedApps(ctx, page),
});

removeOne('disconnectApp', {
  of: 'connected app',
  description:
    'Disconnects an app of the authenticated user. Its tokens and its open streams end; what it wrote stays.',
  rest: { path: '/auth/connected-apps/:id', tag },
  resolve: disconnectApp,
});
