import type { CredentialSummary } from '../../resolvers/core/environments/capture-credentials.ts';
import {
  deleteCaptureCredentials,
  getCaptureCredentials,
  isSet,
  setCaptureCredentials,
} from '../../resolvers/core/environments/manage-capture-credentials.ts';
import { builder } from '../builder.ts';
import { maxItems } from '../constraints.ts';
import { addMutation, readOne } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { resourceId } from '../id-arguments.ts';

const CaptureCredentialsType = builder.objectRef<CredentialSummary>('CaptureCredentials').implement({
  description: 'Credentials that captures of an environment send, without their values: nothing returns those.',
  fields: (t) => ({
    environmentId: t.exposeID('environmentId', { description: 'UUID of the environment.' }),
    isSet: t.boolean({ description: 'Whether the environment has credentials.', resolve: isSet }),
    origin: t.exposeString('origin', { description: 'The only origin that receives them.' }),
    hasBasicAuth: t.exposeBoolean('hasBasicAuth', {
      description: 'Whether they have a user name and a password for HTTP basic authentication.',
    }),
    headerNames: t.exposeStringList('headerNames', { description: 'Names of the headers.', extensions: maxItems(10) }),
    cookieNames: t.exposeStringList('cookieNames', { description: 'Names of the cookies.', extensions: maxItems(20) }),
    paths: t.exposeStringList('paths', {
      description: 'Path prefixes of the pages and requests that receive them; empty without credentials.',
      extensions: maxItems(20),
    }),
    isShared: t.exposeBoolean('isShared', {
      description: 'Whether visitors may read texts that captures with the credentials find.',
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time when they were set; null without credentials.',
      resolve: (summary) => (isSet(summary) ? summary.updatedAt : null),
    }),
  }),
});

const BasicCredentialsInput = builder.inputType('BasicCredentialsInput', {
  description: 'User name and password for HTTP basic authentication.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'User name, 1–255 characters, without a colon.' }),
    password: t.string({ required: true, description: 'Password, at most 1 024 characters.' }),
  }),
});

const CredentialValueInput = builder.inputType('CredentialValueInput', {
  description: 'A header or a cookie.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, 1–128 characters.' }),
    value: t.string({ required: true, description: 'Value, 1–4 096 printable ASCII characters.' }),
  }),
});

const tag = 'Environments';
const path = '/environments/:id/capture-credentials';

readOne('captureCredentials', {
  type: CaptureCredentialsType,
  of: 'environment',
  description: 'Describes the capture credentials of an environment, without their values.',
  rest: { path, tag },
  needs: 'captureCredentials.manage',
  resolve: getCaptureCredentials,
});

addMutation('setCaptureCredentials', {
  type: CaptureCredentialsType,
  description:
    'Sets or replaces the credentials that captures of an environment send to its origin: those that members or ' +
    "deployments order, never those that a visitor's comment causes. They are deleted when the origin changes.",
  args: builder.args((t) => ({
    id: t.id(resourceId('environment')),
    basic: t.field({
      type: BasicCredentialsInput,
      description: 'HTTP basic authentication. Required without headers and cookies.',
    }),
    headers: t.field({ type: [CredentialValueInput], description: 'Headers, at most 10.' }),
    cookies: t.field({ type: [CredentialValueInput], description: 'Cookies, at most 20.' }),
    paths: t.stringList({
      description:
        'Path prefixes of the pages and requests that receive them, at most 20 of 1 024 characters. Default: /, all.',
    }),
    isShared: t.boolean({
      description: 'Whether visitors may read texts that captures with the credentials find. Default: false.',
    }),
  })),
  rest: { method: 'PUT', path, tag },
  needs: 'captureCredentials.manage',
  resolve: (ctx, { id, ...args }) => setCaptureCredentials(ctx, id, args),
});

removeOne('deleteCaptureCredentials', {
  of: 'environment',
  description: 'Deletes the capture credentials of an environment; nothing happens without any.',
  rest: { path, tag },
  needs: 'captureCredentials.manage',
  resolve: deleteCaptureCredentials,
});
