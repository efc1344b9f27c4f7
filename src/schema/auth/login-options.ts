import { type LoginOptions, readLoginOptions } from '../../resolvers/core/auth/login-options.ts';
import { builder } from '../builder.ts';
import { addQuery } from '../define-operation.ts';

const OidcOption = builder.objectRef<NonNullable<LoginOptions['oidc']>>('OidcLogin').implement({
  description: 'Login with the OpenID provider of this installation.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the provider, for a button.' }),
    url: t.exposeString('url', {
      description:
        'Address that starts the login in a browser; `?returnTo=` names a path of this service to return to.',
    }),
  }),
});

const RegistrationEnum = builder.enumType('Registration', {
  description: 'People who can create an account.',
  values: {
    open: { description: 'Everyone who reaches the service.' },
    invited: { description: 'Invited people only.' },
  } satisfies Record<LoginOptions['registration'], object>,
});

const LoginOptionsType = builder.objectRef<LoginOptions>('LoginOptions').implement({
  description: 'Ways to log in and to register, beside passwords.',
  fields: (t) => ({
    registration: t.expose('registration', {
      type: RegistrationEnum,
      description: 'People who can create an account.',
    }),
    oidc: t.expose('oidc', {
      type: OidcOption,
      nullable: true,
      description: 'Login with an OpenID provider; null if the operator has configured none.',
    }),
    baseUrl: t.exposeString('baseUrl', {
      description: 'Address of the service, of the setting BASE_URL. Sessions of browsers work only there.',
    }),
    sendsMail: t.exposeBoolean('sendsMail', {
      description: 'Whether the service sends mails. Without the setting SMTP_URL, it writes them to files.',
    }),
  }),
});

addQuery('loginOptions', {
  type: LoginOptionsType,
  description: 'Ways to log in and to register, beside passwords.',
  rest: { method: 'GET', path: '/auth/options', tag: 'Auth', auth: 'none' },
  resolve: readLoginOptions,
});
